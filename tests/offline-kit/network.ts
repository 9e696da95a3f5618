import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './appServer.ts';
import { breakOff } from './breakOff.ts';
import type { Effect } from './effects.ts';

/** Which requests: an exact path, a pattern, or whatever a function says of the request. */
type PathPattern = string | RegExp | ((request: Seen) => boolean);
type Rule = { method: string; path: PathPattern; effect: Effect; left: number };

/** A request as it came from the browser. */
export type Seen = {
  method: string;
  path: string;
  /** With its question mark, or empty. */
  search: string;
  headers: IncomingMessage['headers'];
  body: string;
  /** How often the server behind got it. */
  delivered: number;
  /** Bytes of bodies that went back to the browser. */
  sent: number;
  /** `held`: it waits for `release`, or its answer never comes. `over`: answered, broken off or given up. */
  state: 'running' | 'held' | 'over';
};

/** Decides what happens to a request as it arrives; `null`: nothing special. */
export type Decider = (seen: Seen) => Effect | null;

/** What came back from the server behind. */
type Upstream = { status: number; headers: IncomingMessage['headers']; body: Buffer };

/**
 * The network between a browser and the app's server, on a fixed port: it can be gone (nothing listens, open
 * connections are dead) and, while it is there, do to single requests what a bad network does. It reaches everything
 * a browser fetches, the service worker's requests too, and keeps a record of all of it.
 */
export class ScriptedNetwork {
  readonly port: number;
  #targetPort: number;
  #rules: Rule[] = [];
  #seen: Seen[] = [];
  #server: Server | null = null;
  #sockets = new Set<Socket>();
  #waiting = new Set<() => void>();
  #decider: Decider | null = null;
  #held: (() => void)[] = [];
  // A connection for each request: a kept one may be closed by the server at the moment it is used again.
  #agent = new Agent();

  constructor(port: number, targetPort: number) {
    this.port = port;
    this.#targetPort = targetPort;
  }

  /** A network in front of the server that listens on `targetPort`, connected. */
  static async to(targetPort: number): Promise<ScriptedNetwork> {
    const network = new ScriptedNetwork(await freePort(), targetPort);
    await network.connect();
    return network;
  }

  /** Address for the browser, without a slash at its end. */
  get origin(): string {
    return `http://localhost:${this.port}`;
  }

  get isConnected(): boolean {
    return this.#server !== null;
  }

  /** Back online: listens again, on the same port as before. */
  async connect(): Promise<void> {
    if (this.#server) return;
    const server = createServer((request, response) => {
      this.#receive(request, response).catch(() => response.destroy());
    });
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.port, '127.0.0.1', resolve);
    });
    this.#server = server;
  }

  /** Offline: nothing listens any more, and every open connection is dead, kept-alive ones included. */
  async disconnect(): Promise<void> {
    this.#held = [];
    const server = this.#server;
    this.#server = null;
    for (const socket of this.#sockets) socket.destroy();
    if (server) await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  /** Leads to another server from now on, for example one with a new build. */
  leadTo(targetPort: number): void {
    this.#targetPort = targetPort;
    this.#agent.destroy();
    this.#agent = new Agent();
  }

  /** Does `effect` to requests of `method` (`*`: any) to `path`, `times` times. What was said later comes first. */
  when(method: string, path: PathPattern, effect: Effect, times = Number.POSITIVE_INFINITY): void {
    this.#rules.unshift({ method, path, effect, left: times });
  }

  /** Asks `decider` about every request no rule speaks of, for faults that depend on what went before. */
  decideBy(decider: Decider | null): void {
    this.#decider = decider;
  }

  /** Lets everything go that is held: `hold-request`, `hold-answer`, `hold-rest`, an `answer` with `isHeld`. */
  release(): void {
    for (const letGo of this.#held.splice(0)) letGo();
  }

  /** Does `effect` to everything. */
  always(effect: Effect): void {
    this.when('*', /^/, effect);
  }

  /** A good network again; the record stays. */
  behave(): void {
    this.#rules = [];
  }

  /** Connected, well behaved, and without memory: for the next test. */
  async reset(): Promise<void> {
    this.#rules = [];
    this.#decider = null;
    await this.disconnect();
    await this.connect();
    this.#seen = [];
  }

  /** Requests so far, oldest first. */
  seen(method = '*', path: PathPattern = /^/): Seen[] {
    return this.#seen.filter((one) => matches(method, path, one));
  }

  /** Forgets the requests so far. */
  forget(): void {
    this.#seen = [];
  }

  /** Waits until `count` requests of that kind were seen, and gives the last of them. */
  async arrival(method: string, path: PathPattern, count = 1): Promise<Seen> {
    for (;;) {
      const found = this.seen(method, path)[count - 1];
      if (found) return found;
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://host.invalid');
    const body = await readAll(request);
    const seen: Seen = {
      method: request.method ?? 'GET',
      path: url.pathname,
      search: url.search,
      headers: request.headers,
      body: body.toString(),
      delivered: 0,
      sent: 0,
      state: 'running',
    };
    this.#seen.push(seen);
    response.on('close', () => {
      seen.state = 'over';
    });
    const effect = this.#effectOn(seen);
    for (const resume of this.#waiting) resume();
    this.#waiting.clear();
    await this.#carry({ request, response, body, seen }, effect);
  }

  #effectOn(seen: Seen): Effect | null {
    const rule = this.#rules.find((one) => one.left > 0 && matches(one.method, one.path, seen));
    if (!rule) return this.#decider?.(seen) ?? null;
    rule.left -= 1;
    return rule.effect;
  }

  async #carry(
    {
      request,
      response,
      body,
      seen,
    }: { request: IncomingMessage; response: ServerResponse; body: Buffer; seen: Seen },
    effect: Effect | null,
  ): Promise<void> {
    if (effect?.kind === 'stall' || effect?.kind === 'stall-body') seen.state = 'held';
    if (effect?.kind === 'stall') return;
    if (effect?.kind === 'hold-request') await this.#hold(seen);
    if (effect?.kind === 'drop-request') return breakOff(response);
    if (effect?.kind === 'answer') {
      if (effect.isHeld) await this.#hold(seen);
      seen.sent += Buffer.byteLength(effect.body);
      response.writeHead(effect.status, effect.headers).end(effect.body);
      return;
    }
    if (effect?.kind === 'hold-rest') request.headers['accept-encoding'] = 'identity';
    const upstream = await this.#deliver(request, body, seen);
    if (effect?.kind === 'duplicate') await this.#deliver(request, body, seen);
    if (effect?.kind === 'drop-answer') return breakOff(response);
    // Headers without a body are a whole answer: what must not end is not begun.
    if (effect?.kind === 'stall-body' && upstream.body.length === 0) return;
    if (effect?.kind === 'delay') await pause(effect.ms);
    if (effect?.kind === 'hold-answer') await this.#hold(seen);
    if (effect?.kind === 'hold-rest') return await this.#answerInTwo(response, upstream, seen, effect.after);
    answer(response, upstream, seen, effect);
  }

  async #answerInTwo(response: ServerResponse, upstream: Upstream, seen: Seen, after: number): Promise<void> {
    response.writeHead(upstream.status, headersOf(upstream));
    const first = upstream.body.subarray(0, after);
    seen.sent += first.length;
    response.write(first);
    await this.#hold(seen);
    seen.sent = upstream.body.length;
    response.end(upstream.body.subarray(after));
  }

  async #hold(seen: Seen): Promise<void> {
    seen.state = 'held';
    await new Promise<void>((resolve) => this.#held.push(resolve));
    if (seen.state === 'held') seen.state = 'running';
  }

  #deliver(request: IncomingMessage, body: Buffer, seen: Seen): Promise<Upstream> {
    return new Promise((resolve, reject) => {
      const { connection: _, ...headers } = request.headers;
      const options = { port: this.#targetPort, host: '127.0.0.1', agent: this.#agent };
      const upstream = httpRequest(
        { ...options, method: request.method, path: request.url, headers },
        (response) => {
          readAll(response).then(
            (content) =>
              resolve({ status: response.statusCode ?? 502, headers: response.headers, body: content }),
            reject,
          );
        },
      );
      upstream.on('error', reject);
      upstream.end(body);
      seen.delivered += 1;
    });
  }
}

function matches(method: string, path: PathPattern, one: Seen): boolean {
  if (method !== '*' && method !== one.method) return false;
  if (typeof path === 'function') return path(one);
  return typeof path === 'string' ? path === one.path : path.test(one.path);
}

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Those of the whole answer: how it travels is said anew. */
function headersOf({ headers }: Upstream): IncomingMessage['headers'] {
  const { 'transfer-encoding': _, connection: __, ...others } = headers;
  return others;
}

function answer(response: ServerResponse, upstream: Upstream, seen: Seen, effect: Effect | null): void {
  response.writeHead(upstream.status, headersOf(upstream));
  if (effect?.kind === 'slow') return void trickle(response, upstream.body, effect.bytesPerSecond, seen);
  if (effect?.kind !== 'cut' && effect?.kind !== 'stall-body') {
    seen.sent += upstream.body.length;
    response.end(upstream.body);
    return;
  }
  const first = upstream.body.subarray(0, effect.after);
  seen.sent += first.length;
  response.flushHeaders();
  response.write(first, () => {
    if (effect.kind === 'cut') response.destroy();
  });
}

/** How often a slow line brings something, ms. */
const trickleEveryMs = 100;

async function trickle(
  response: ServerResponse,
  body: Buffer,
  bytesPerSecond: number,
  seen: Seen,
): Promise<void> {
  const step = Math.max(1, Math.round((bytesPerSecond * trickleEveryMs) / 1000));
  for (let at = 0; at < body.length && !response.destroyed; at += step) {
    const part = body.subarray(at, at + step);
    seen.sent += part.length;
    response.write(part);
    await pause(trickleEveryMs);
  }
  response.end();
}
