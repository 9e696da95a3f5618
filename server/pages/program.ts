import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { readBuild } from '../static/build.ts';
import type { FromThread, ThreadStart, ToThread } from './messages.ts';

/** Asks the API as a guest. Rejects unless the answer is a success. `path`: with its query. */
export type Ask = (path: string) => Promise<unknown>;

/** How long the thread waits for the next page, ms: its start takes longer than most pages. */
const standsByMs = 10 * 60_000;

type Waiting = { thread: Worker; resolve: (html: string) => void; reject: (reason: Error) => void };

/** Where the build keeps the program that makes pages (scripts/prerender.ts). */
function rendererOf(folder: string): string {
  return join(folder, '.renderer', 'renderer.js');
}

/** Whether a build has the program: a build for another host may not. */
export function hasProgram(folder: string): boolean {
  return existsSync(rendererOf(folder));
}

/**
 * The program of a build that makes pages. It runs in a thread that starts with the first page and ends when no page
 * was requested for ten minutes. It never keeps the process alive.
 */
export class PageProgram {
  readonly #folder: string;
  readonly #site: string;
  readonly #ask: Ask;
  /** The thread that makes the next page; one that is told to end is forgotten at once, and ends beside the next one. */
  #thread: Promise<Worker> | null = null;
  #made = 0;
  #idle: NodeJS.Timeout | undefined;
  readonly #waiting = new Map<number, Waiting>();

  /** `site`: public address of the site, empty when none is set. */
  constructor(folder: string, site: string, ask: Ask) {
    this.#folder = folder;
    this.#site = site;
    this.#ask = ask;
  }

  /**
   * A page as a document.
   *
   * @throws when the API has nothing for it, or the program fails.
   */
  async make(path: string): Promise<string> {
    clearTimeout(this.#idle);
    this.#thread ??= this.#startNew();
    const thread = await this.#thread;
    const number = ++this.#made;
    try {
      return await new Promise<string>((resolve, reject) => {
        this.#waiting.set(number, { thread, resolve, reject });
        thread.postMessage({ make: number, path } satisfies ToThread);
      });
    } finally {
      this.#waiting.delete(number);
      if (this.#waiting.size === 0) this.#idle = setTimeout(() => void this.end(), standsByMs).unref();
    }
  }

  /** Ends the thread; the next page starts another one. */
  async end(): Promise<void> {
    clearTimeout(this.#idle);
    const thread = this.#thread;
    this.#thread = null;
    await (await thread?.catch(() => null))?.terminate();
  }

  /** Starts a thread; it is forgotten when it fails to start, breaks or ends, unless another one is in its place. */
  #startNew(): Promise<Worker> {
    const forget = () => {
      if (this.#thread === started) this.#thread = null;
    };
    const started = this.#start(forget);
    started.catch(forget);
    return started;
  }

  async #start(forget: () => void): Promise<Worker> {
    const build = { ...(await readBuild(this.#folder)), site: this.#site };
    const workerData: ThreadStart = { renderer: pathToFileURL(rendererOf(this.#folder)).href, build };
    const thread = new Worker(new URL('./thread.ts', import.meta.url), { workerData });
    thread.unref();
    const fail = (error: unknown) => {
      forget();
      this.#fail(thread, error);
    };
    thread.on('message', (message: FromThread) => void this.#hear(thread, message));
    thread.once('error', fail);
    thread.once('exit', () => fail(new Error('the thread has ended')));
    return thread;
  }

  /** Callers that wait for this thread get the error. */
  #fail(thread: Worker, error: unknown): void {
    const reason = error instanceof Error ? error : new Error(String(error));
    for (const one of this.#waiting.values()) if (one.thread === thread) one.reject(reason);
  }

  async #hear(thread: Worker, message: FromThread): Promise<void> {
    if ('ask' in message) {
      thread.postMessage(await this.#answer(message.ask, message.path));
      return;
    }
    const one = this.#waiting.get(message.made);
    if ('html' in message) one?.resolve(message.html);
    else one?.reject(new Error(message.failure));
  }

  async #answer(number: number, path: string): Promise<ToThread> {
    try {
      return { answered: number, data: await this.#ask(path) };
    } catch (error) {
      return { answered: number, refused: error instanceof Error ? error.message : String(error) };
    }
  }
}
