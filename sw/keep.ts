import { type AppFile, appFiles, buildOfCache, shellCacheName, warmCacheName } from './build.ts';
import { linkedFiles } from './linkedFiles.ts';
import { makeRoom } from './makeRoom.ts';
import { isStorable } from './storable.ts';

/** How many files are fetched at the same time (specification.md 9: about 5). */
const atOnce = 5;

/**
 * Finds a kept file of the app in the caches of its builds, this build first. `Vary` is ignored
 * (offline.md 3.28). Other caches are not searched: kept lessons have thousands of entries.
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

/** The same, in the caches of this build only: for a page, because it names files of its own build. */
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

/**
 * Cancels the body: an unread body would hold its connection and its place in the browser's cache, and a second try
 * would wait for it.
 */
async function refuse(path: string, response: Response, reason: string): Promise<never> {
  await response.body?.cancel();
  throw new Error(`${path}: ${reason}, not kept`);
}

/** Keeps one file. It is copied from another build's cache if a hashed name guarantees the same content. Throws. */
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
 * Whether a page names only files of this build. During a deployment to several servers, a page may come from a server
 * with another build. Its scripts are not in our list, so the page could not start (offline.md 3.7, 3.14).
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
 * Keeps every file that is missing, a few at the same time; a failed one is tried a second time. Answers the files that
 * could not be kept.
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

/** How many of the files are not kept. Does not fetch anything. */
export async function countMissing(cache: Cache, files: readonly AppFile[]): Promise<number> {
  let missing = 0;
  for (const { path } of files) if (!(await isKept(cache, path))) missing += 1;
  return missing;
}
