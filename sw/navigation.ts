import { shellPath } from '#shared/lib/worker/shellCache.ts';
import type { Later } from './assets.ts';
import { shellCacheName, tierOne } from './build.ts';
import { dropFirstScreens } from './firstScreen.ts';
import { findKept, keepAll } from './keep.ts';
import { linkedFiles } from './linkedFiles.ts';

/** How long a broken shell waits for the network before it is tried as it is, ms; the body counts. */
const networkPatienceMs = 5000;
/** The same for a public page, which must not be stale (offline.md 6.6). */
const publicPatienceMs = 3000;

/** A stored screen has the device for itself until it stands, ms. */
const lookAfterMs = 3000;

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** The moment for what a worker looks after at each start: at once, or when a stored screen stands. */
export async function unlessStored(first: Promise<Response | undefined>): Promise<void> {
  if (await first) await pause(lookAfterMs);
}

/**
 * A page of the app: the learner's stored first screen, when there is one; else the shell.
 *
 * @param first the look for a stored screen, begun before anything else was asked.
 */
export async function answerNavigation(
  request: Request,
  first: Promise<Response | undefined>,
  later: Later,
): Promise<Response> {
  const screen = await first;
  if (!screen) return answerShell(request, later);
  later(unlessStored(first).then(lookBehind));
  return screen;
}

/**
 * Whether the app can start behind a stored screen is looked at once the screen is on its way. Files that are gone are
 * fetched; while they cannot be had, the next start is answered as if no screen had been stored.
 */
async function lookBehind(): Promise<void> {
  const cache = await caches.open(shellCacheName);
  const shell = await cache.match(shellPath, { ignoreVary: true });
  if (shell && (await isWhole(shell))) return;
  if ((await keepAll(cache, tierOne)).length > 0) await dropFirstScreens();
}

/**
 * The kept shell, at once, whatever the network does. Before that the files it needs are looked
 * for: a shell without its scripts would be a white page for ever (offline.md 3.7). Then the network answers,
 * and the missing files are fetched; without a network the shell is still better than nothing.
 */
async function answerShell(request: Request, later: Later): Promise<Response> {
  const cache = await caches.open(shellCacheName);
  const shell = await cache.match(shellPath, { ignoreVary: true });
  if (shell && (await isWhole(shell.clone()))) return shell;
  later(keepAll(cache, tierOne));
  if (!shell) return fetch(request);
  return (await fromNetwork(request)) ?? shell;
}

async function isWhole(shell: Response): Promise<boolean> {
  const files = await Promise.all(linkedFiles(await shell.text()).map(findKept));
  return files.every((file) => file !== undefined);
}

/**
 * A page that the build has made: as the server has it now; without it the copy of this worker's build.
 *
 * @param file where the page lies among the files of the build.
 */
export async function answerPublic(request: Request, file: string, later: Later): Promise<Response> {
  const fresh = await fromNetwork(request, publicPatienceMs);
  return fresh ?? (await findKept(file)) ?? answerShell(request, later);
}

/** The server's page with its whole body: one that stops in the middle counts as none (offline.md 3.30). */
async function fromNetwork(request: Request, patienceMs = networkPatienceMs): Promise<Response | null> {
  try {
    const response = await fetch(request.url, {
      credentials: 'same-origin',
      // Else the server takes this for a script that asks.
      headers: { Accept: 'text/html' },
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    });
    if (response.status !== 200) return null;
    const headers = new Headers(response.headers);
    for (const name of ['content-encoding', 'content-length']) headers.delete(name);
    return new Response(await response.arrayBuffer(), { headers });
  } catch {
    return null;
  }
}
