import { connect, createServer, type Server, type Socket } from 'node:net';

/** Speed of the network. */
export type Line = { downBytesPerSec: number; upBytesPerSec: number; rttMs: number };
/** The phone line of performance.md: 1.6 Mbps down, 750 kbps up, 150 ms round trip. */
export const phoneLine: Line = { downBytesPerSec: 200_000, upBytesPerSec: 93_750, rttMs: 150 };

const segment = 1460;

function sleep(ms: number): Promise<void> {
  return ms > 0 ? new Promise((done) => setTimeout(done, ms)) : Promise.resolve();
}

/** One direction of the network, shared by every connection: when the last queued byte will have left. */
type Direction = { freeAt: number };

/** Milliseconds until `size` bytes have arrived: the queue before them, their own transfer, and half a round trip. */
function crossingMs(direction: Direction, size: number, bytesPerSec: number, rttMs: number): number {
  const now = performance.now();
  direction.freeAt = Math.max(now, direction.freeAt) + (size / bytesPerSec) * 1000;
  return direction.freeAt - now + rttMs / 2;
}

/**
 * A TCP proxy that slows down or cuts the network between a browser and a server. It also affects a worker's requests,
 * unlike the throttling of the browser's own tools (performance.md 1). `line` may change at any time; `null` is fast.
 */
export class ShapedNetwork {
  line: Line | null;
  readonly #targetPort: number;
  readonly #sockets = new Set<Socket>();
  readonly #down: Direction = { freeAt: 0 };
  readonly #up: Direction = { freeAt: 0 };
  #server: Server | null = null;
  #port = 0;

  constructor(targetPort: number, line: Line | null) {
    this.#targetPort = targetPort;
    this.line = line;
  }

  get origin(): string {
    return `http://localhost:${this.#port}`;
  }

  /** Starts listening; after a cut, on the same port as before. */
  async open(): Promise<this> {
    const server = createServer((client) => void this.#join(client));
    await new Promise<void>((done) => server.listen(this.#port, '127.0.0.1', done));
    const address = server.address();
    if (typeof address === 'object' && address) this.#port = address.port;
    this.#server = server;
    return this;
  }

  /** Simulates a dead server: closes the listening socket and every open connection. */
  async cut(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    for (const socket of this.#sockets) socket.destroy();
    if (server) await new Promise<void>((done) => server.close(() => done()));
  }

  async #join(client: Socket): Promise<void> {
    this.#keep(client);
    client.pause();
    // Opening a connection costs one round trip before its first byte.
    if (this.line) await sleep(this.line.rttMs);
    const upstream = connect(this.#targetPort, '127.0.0.1');
    this.#keep(upstream);
    this.#pump(client, upstream, this.#up, 'upBytesPerSec');
    this.#pump(upstream, client, this.#down, 'downBytesPerSec');
    client.resume();
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#sockets.delete(socket));
  }

  /** Forwards data in order, at the speed of the line; a new connection starts slowly, as TCP does. */
  #pump(from: Socket, to: Socket, direction: Direction, pace: 'upBytesPerSec' | 'downBytesPerSec'): void {
    let windowBytes = 10 * segment;
    let sent = 0;
    let windowEnd = 0;
    let last = Promise.resolve();
    // In a busy process timers may end out of order; the bytes must stay in order.
    let written = Promise.resolve();
    const writeIn = (ms: number, part: Buffer) => {
      written = Promise.all([written, sleep(ms)]).then(() => {
        if (to.writable) to.write(part);
      });
    };
    const send = async (part: Buffer) => {
      const line = this.line;
      if (line) {
        if (performance.now() >= windowEnd) {
          if (sent >= windowBytes) windowBytes = Math.min(windowBytes * 2, 1 << 20);
          sent = 0;
          windowEnd = performance.now() + line.rttMs;
        }
        sent += part.length;
        if (sent > windowBytes) await sleep(windowEnd - performance.now());
        const arrival = crossingMs(direction, part.length, line[pace], line.rttMs);
        // Packets on their way overlap: only the queue delays the next ones, not the travel time.
        writeIn(arrival, part);
        await sleep(arrival - line.rttMs / 2);
      } else writeIn(0, part);
    };
    from.on('data', (chunk: Buffer) => {
      last = last.then(async () => {
        for (let at = 0; at < chunk.length; at += segment) await send(chunk.subarray(at, at + segment));
      });
    });
    const end = () => void last.then(() => written).then(() => to.end());
    from.on('end', end);
    from.on('close', end);
  }
}
