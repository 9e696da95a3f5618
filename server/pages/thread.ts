// Makes pages in a thread of its own, with the app's own program, so that the server can answer others meanwhile.
import { parentPort, workerData } from 'node:worker_threads';
import type { FromThread, ThreadStart, ToThread } from './messages.ts';

type Renderer = {
  servedDocument(
    path: string,
    build: ThreadStart['build'],
    ask: (path: string) => Promise<unknown>,
  ): Promise<string>;
};

const { renderer, build } = workerData as ThreadStart;
const { servedDocument } = (await import(renderer)) as Renderer;

type Waiting = { resolve: (data: unknown) => void; reject: (reason: Error) => void };
const waiting = new Map<number, Waiting>();
let asked = 0;
/** Pages are made one after the other, because the app keeps global state of who answers. */
let last: Promise<unknown> = Promise.resolve();

function say(message: FromThread): void {
  parentPort?.postMessage(message);
}

function ask(path: string): Promise<unknown> {
  const number = ++asked;
  return new Promise((resolve, reject) => {
    waiting.set(number, { resolve, reject });
    say({ ask: number, path });
  });
}

async function make(number: number, path: string): Promise<void> {
  try {
    say({ made: number, html: await servedDocument(path, build, ask) });
  } catch (error) {
    say({ made: number, failure: error instanceof Error ? error.message : String(error) });
  }
}

parentPort?.on('message', (message: ToThread) => {
  if ('make' in message) {
    last = last.then(() => make(message.make, message.path));
    return;
  }
  const one = waiting.get(message.answered);
  waiting.delete(message.answered);
  if ('data' in message) one?.resolve(message.data);
  else one?.reject(new Error(message.refused));
});
