import type { Server } from 'node:http';

/** How long running requests may take after the signal to stop, milliseconds. */
const patience = 10_000;

/**
 * Stops a server: no new connections, running requests finish (at most 10 s), idle connections close. Ends when the
 * last connection is gone; `true` when nothing had to be cut off.
 */
export function stopServing(server: Server, limit = patience): Promise<boolean> {
  return new Promise((resolve) => {
    let isClean = true;
    const idle = setInterval(() => server.closeIdleConnections(), 50);
    const cut = setTimeout(() => {
      isClean = false;
      server.closeAllConnections();
    }, limit);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(cut);
      resolve(isClean);
    });
    server.closeIdleConnections();
  });
}
