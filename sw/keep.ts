import { type AppFile, appFiles, buildOfCache, shellCacheName, warmCacheName } from './build.ts';
import { linkedFiles } from './linkedFiles.ts';
import { makeRoom } from './makeRoom.ts';
import { isStorable } from './storable.ts';

/** How many files are fetched at once (specification.md 9: about 5). */
const atOnce = 5;

/**
 * Finds a kept file of the app in the caches of its builds, this one's first; `Vary` does not matter (offline.md 3,
 * entry 28). Other caches are left out: kept lessons are thousands of entries.
 */
export async function findKept(path: string): Promise<Response | undefined> {
  for (const cacheName of await appCaches()) {
    const kept = await caches.match(path, { cacheName, ignoreVary: true });
    if (kept && isStorable(path, kept)) return kept;
  }
  return undefined;
}

/** The caches of this build, its start first. */
const own = [shellCacheName, warmCacheName];

/** The same in the caches of this build alone: for a page, which names the files of its build. */
export async function findOwn(path: string): Promise<Response | undefined> {
  for (const cacheName of own) {
    const kept = await caches.match(path, { cacheName, ignoreVary: true }).catch(() => undefined);
    if (kept && isStorable(path, kept)) return kept;
  }
  return undefined;
}

async function appCaches(): Promise<string[]> {
  const others = (await caches.keys()).filter((name) => buildOfCache(name) !== null && !own.includes(name));
  return [...own, ...others];
}

/** What is not read holds its connection and its place in the browser's cache: a second try would wait for the first. */
async function refuse(path: string, response: Response, reason: string): Promise<never> {
  await response.body?.cancel();
  throw new Error(`${path}: ${reason}, not kept`);
}

/** Keeps one file, taken from another build's cache when its name says that the content is the same. Throws. */
async function keepFile(cache: Cache, { path, isHashed }: AppFile): Promise<void> {
  const known = isHashed ? await findKept(path) : undefined;
  const response = known ?? (await fetch(path, { cache: isHashed ? 'default' : 'reload' }));
  if (!isStorable(path, response)) return refuse(path, response, `status ${response.status}`);
  if (path.endsWith('.html') && !isOfThisBuild(await response.clone().text()))
    return refuse(path, response, 'page of another build');
  await cache.put(path, response);
}

const ownFiles = new Set(appFiles.map(({ path }) => path));

/**
 * Whether a page names files of this build and no others. While a deployment goes over several servers, the page may
 * come from one that still has another build: its scripts are not in our list, so it would be a page that starts
 * nothing (offline.md 3.7, 3.14).
 */
export function isOfThisBuild(html: string): boolean {
  const linked = linkedFiles(html);
  return linked.length > 0 && linked.every((path) => ownFiles.has(path));
}

async function isKept(cache: Cache, path: string): Promise<boolean> {
  const kept = await cache.match(path, { ignoreVary: true });
  return kept !== undefined && isStorable(path, kept);
}

/**
 * Keeps every file that is not there yet, a few at once; one that fails is tried a second time. Answers the files
 * that could not be kept.
 */
export async function keepAll(cache: Cache, files: readonly AppFile[]): Promise<AppFile[]> {
  const queue = [...files];
  const failed: AppFile[] = [];
  const lane = async () => {
    for (let file = queue.shift(); file; file = queue.shift()) {
      if (await isKept(cache, file.path)) continue;
      const next = file;
      await keepFile(cache, next)
        .catch(async (error: unknown) => {
          await makeRoom(error);
          await keepFile(cache, next);
        })
        .catch(() => failed.push(next));
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, queue.length) }, lane));
  return failed;
}

/** How many of the files are not kept. Fetches nothing. */
export async function countMissing(cache: Cache, files: readonly AppFile[]): Promise<number> {
  let missing = 0;
  for (const { path } of files) if (!(await isKept(cache, path))) missing += 1;
  return missing;
}
