import type { ServerResponse } from 'node:http';

/**
 * Ends a connection so that the browser takes the call for lost. A single byte that begins no answer: when nothing at
 * all comes, Chromium sends the call again, a POST too, if its connection had been opened for another call that was
 * given up meanwhile (or a second time because the first was slow), as happens on a busy machine.
 */
export function breakOff(response: ServerResponse): void {
  response.socket?.write('-');
  response.socket?.destroySoon();
}
