import { shellCacheOf, shellPath } from '#shared/lib/worker/shellCache.ts';
import type { BuildAnswer, WorkerMessage } from '#shared/lib/worker/workerMessages.ts';
import { buildId, buildOfCache } from './build.ts';
import { worker } from './scope.ts';

/** How long a page has to say which build it runs, ms. */
const answerWithinMs = 2000;
/** The longest the files of a former build stay, whoever still uses them, ms (offline.md 6). */
const keptForMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Deletes the files of former builds that no open page runs any more, or after 7 days. A page that does not answer
 * may run any of them, so then nothing goes; while a newer worker is coming, its files are not touched either.
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

/** Builds the open pages say they run; `null` stands for a page that did not say. */
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

/** By the date of the shell; a build without one is no use to anybody. */
async function isOld(build: string): Promise<boolean> {
  // Not by opening the cache: that would make an empty one again where it has just been deleted.
  const shell = await caches.match(shellPath, { cacheName: shellCacheOf(build) });
  const date = Date.parse(shell?.headers.get('date') ?? '');
  return Number.isNaN(date) || Date.now() - date > keptForMs;
}
