import { shellCacheOf, shellPath } from '#shared/lib/worker/shellCache.ts';
import type { BuildAnswer, WorkerMessage } from '#shared/lib/worker/workerMessages.ts';
import { buildId, buildOfCache } from './build.ts';
import { worker } from './scope.ts';

/** How long a page may take to say which build it runs, ms. */
const answerWithinMs = 2000;
/** Files of a former build are deleted after this time, even if a page still uses them, ms (offline.md 6). */
const keptForMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Deletes the files of former builds that no open page runs any more, or that are older than 7 days. A page that does
 * not answer may run any build, so its presence keeps all younger ones. Nothing is deleted while a newer worker is
 * installing or waiting.
 */
export async function dropFormerBuilds(): Promise<void> {
  if (worker.registration.installing || worker.registration.waiting) return;
  const names = (await caches.keys()).filter((name) => buildOfCache(name) !== null);
  const former = names.filter((name) => buildOfCache(name) !== buildId);
  if (former.length === 0) return;
  const used = await usedBuilds();
  for (const name of former) {
    const build = buildOfCache(name) ?? '';
    if (isFree(build, used) || (await isOld(build))) await caches.delete(name);
  }
}

/**
 * Whether no open page runs this build. `used`: builds that the open pages named; `null` stands for a page that did not
 * answer.
 */
export function isFree(build: string, used: readonly (string | null)[]): boolean {
  return !used.includes(build) && !used.includes(null);
}

async function usedBuilds(): Promise<(string | null)[]> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return Promise.all(pages.map(ask));
}

function ask(page: Client): Promise<string | null> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => resolve(null), answerWithinMs);
    port1.onmessage = (event: MessageEvent<BuildAnswer>) => {
      clearTimeout(timer);
      resolve(event.data.build);
    };
    const question: WorkerMessage = { type: 'which-build' };
    page.postMessage(question, [port2]);
  });
}

/** By the date of the shell. A build without a shell is useless, so it counts as old. */
async function isOld(build: string): Promise<boolean> {
  // Do not open the cache here: that would create it again, empty, just after it was deleted.
  const shell = await caches.match(shellPath, { cacheName: shellCacheOf(build) });
  const date = Date.parse(shell?.headers.get('date') ?? '');
  return Number.isNaN(date) || Date.now() - date > keptForMs;
}
