import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';

/** How the server of the app is started. It must print a line that begins with `READY`, and listen on `PORT`. */
export type AppServerOptions = {
  /** Arguments for Node: the script and what it takes. */
  args: string[];
  /** Settings besides `PORT`; whatever the server must keep between two starts lies where these say. */
  env: Record<string, string>;
};

/** So many workers of a run never get each other's ports. */
const portShares = 8;
/**
 * Below what systems give to connections that go out: one of those would take the port of a server that is not there
 * for a while.
 */
const ports = { first: 20_000, count: 12_000 };
/** How long a start may take, ms. */
const startLimitMs = 180_000;

const given = new Set<number>();

/**
 * A free port of this machine, never the same twice, and none that another worker of the test run is given: whoever is
 * not there yet, or not there for a while, must find its port free.
 */
export async function freePort(): Promise<number> {
  const share = Number(process.env.TEST_PARALLEL_INDEX ?? 0) % portShares;
  for (;;) {
    const port = randomInt(ports.first, ports.first + ports.count);
    if (port % portShares !== share || given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

/**
 * The real server of the app in a process of its own, always on the same port: it can be stopped like a program that
 * is shut down, killed like one that crashes, and started again on the same data.
 */
export class AppServer {
  readonly port: number;
  readonly #options: AppServerOptions;
  #child: ChildProcess | null = null;
  #answers = new Map<number, { resolve: (answer: unknown) => void; reject: (error: Error) => void }>();
  #asked = 0;

  constructor(port: number, options: AppServerOptions) {
    this.port = port;
    this.#options = options;
  }

  /** Starts the server on a free port, which it keeps. */
  static async start(options: AppServerOptions): Promise<AppServer> {
    const server = new AppServer(await freePort(), options);
    await server.start();
    return server;
  }

  get isRunning(): boolean {
    return this.#child !== null;
  }

  /** Starts it again after `stop` or `kill`; does nothing while it runs. */
  async start(): Promise<void> {
    if (this.#child) return;
    const child = spawn(process.execPath, this.#options.args, {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      env: { ...process.env, ...this.#options.env, PORT: String(this.port) },
    });
    this.#child = child;
    child.once('exit', () => {
      if (this.#child === child) this.#child = null;
      for (const { reject } of this.#answers.values())
        reject(new Error('The server ended before it answered.'));
      this.#answers.clear();
    });
    child.on('message', (message) => this.#receive(message as { id: number; answer: unknown }));
    await ready(child);
  }

  /** Shuts it down: running requests end, then listening socket and connections are closed. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  /** Ends it at once, in the middle of whatever it does. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Sends a message to the server's script and waits for `{ id, answer }`: for what a test must know or prepare. */
  async ask<Answer>(question: object): Promise<Answer> {
    const child = this.#child;
    if (!child) throw new Error('The server is not running.');
    this.#asked += 1;
    const id = this.#asked;
    return await new Promise<Answer>((resolve, reject) => {
      this.#answers.set(id, { resolve: resolve as (answer: unknown) => void, reject });
      child.send({ id, ...question });
    });
  }

  #receive({ id, answer }: { id: number; answer: unknown }): void {
    this.#answers.get(id)?.resolve(answer);
    this.#answers.delete(id);
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (!child) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The server did not become ready.')), startLimitMs);
    child.once('exit', (code) => reject(new Error(`The server ended with ${code} before it was ready.`)));
    if (!child.stdout) return;
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (!line.startsWith('READY')) return;
      clearTimeout(timer);
      resolve();
    });
  });
}
