import { shellPath } from '#shared/lib/worker/shellCache.ts';
import { askForPage } from './askForPage.ts';
import type { Later } from './assets.ts';
import { appFiles, shellCacheName, tierOne, warmCacheName } from './build.ts';
import { dropFirstScreens, findFirstScreen } from './firstScreen.ts';
import { findKept, findOwn, keepAll } from './keep.ts';
import { dropKeptPage, findKeptPage, type Keep, keeper, renewKeptPage } from './keptPages.ts';
import { linkedFiles } from './linkedFiles.ts';
import { type PageMaking, pageAt } from './pageAt.ts';
import { isSuspicious, rouseSuspicion } from './suspicion.ts';

/** How long a broken shell waits for the network before it is tried as it is, ms; the body counts. */
const networkPatienceMs = 5000;
/** How long a public page that is not on the device may take to begin; then the app makes it itself, ms. */
const publicPatienceMs = 3000;

/** What the server says of a page that it makes, beside the page: it leads elsewhere, who are you, there is none. */
const passedOn = [0, 401, 404, 410];

/** What the device answers with has it for itself until it stands, ms. */
const lookAfterMs = 3000;

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** A page that is being opened. `stored`: the look for what the device has of it, begun before anything else is asked. */
export type Opening = { request: Request; making: PageMaking; stored: Promise<Response | undefined> };

/** Begins to open a page of the app. */
export function openPage(request: Request, url: URL): Opening {
  const making = pageAt(url);
  return { request, making, stored: making.by === 'shell' ? findFirstScreen(url) : findStored(making) };
}

type PublicMaking = Exclude<PageMaking, { by: 'shell' }>;

function findStored(making: PublicMaking): Promise<Response | undefined> {
  return making.by === 'built' ? findOwn(making.file) : findKeptPage(making.path);
}

/** The moment for what a worker looks after at each start: at once, or when what is stored stands. */
export async function unlessStored({ stored }: Opening): Promise<void> {
  if (await stored) await pause(lookAfterMs);
}

/** A page of the app: from the device when it is there, whatever the network does (offline.md 6.5, 6.6, 6.11). */
export async function answerNavigation(opening: Opening, later: Later): Promise<Response> {
  const { request, making } = opening;
  const stored = await opening.stored;
  if (making.by !== 'shell') {
    if (!stored || isSuspicious()) return answerPublic(request, making, stored, later);
    // Made ready now: a logout during the pause takes away the place where today's page would be kept.
    const keep = making.by === 'served' ? keeper(making.path) : null;
    later(unlessStored(opening).then(() => lookBehindPublic(making, keep)));
    return stored;
  }
  if (!stored) return answerShell(request, later);
  later(unlessStored(opening).then(lookBehind));
  return stored;
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

/** The same behind a public page, which goes when its files cannot be had; and today's page is brought for the next visit. */
async function lookBehindPublic(making: PublicMaking, keep: Keep | null): Promise<void> {
  const page = await findStored(making);
  if (page && !(await isWholeAgain(page))) {
    rouseSuspicion();
    if (making.by === 'served') await dropKeptPage(making.path);
    else await (await caches.open(warmCacheName)).delete(making.file);
  }
  if (making.by === 'served' && keep) await renewKeptPage(making.path, keep);
}

/** Whether a page has its files, those included that are fetched for it now. */
async function isWholeAgain(page: Response): Promise<boolean> {
  const linked = new Set(linkedFiles(await page.text()));
  const missing: string[] = [];
  for (const path of linked) if (!(await findKept(path))) missing.push(path);
  if (missing.length === 0) return true;
  const files = appFiles.filter(({ path }) => missing.includes(path));
  return (await keepAll(await caches.open(warmCacheName), files)).length === 0;
}

/**
 * A public page that is not on the device, or may lack its files there: handed on as it comes, and kept when the server
 * has made it. Without the network what there is, else the shell.
 */
async function answerPublic(
  request: Request,
  making: PublicMaking,
  stored: Response | undefined,
  later: Later,
): Promise<Response> {
  const isServed = making.by === 'served';
  const keep = isServed ? keeper(making.path) : null;
  const answer = await askForPage(request.url, {
    patienceMs: publicPatienceMs,
    credentials: isServed ? 'omit' : 'same-origin',
  });
  if (answer && (answer.status === 200 || (isServed && passedOn.includes(answer.status)))) {
    // Whoever guards the whole site asks the browser itself.
    if (answer.status === 401) return fetch(request);
    if (keep) later(keep(answer.clone()));
    return answer;
  }
  if (stored) return stored;
  return (isServed ? undefined : await findKept(making.file)) ?? answerShell(request, later);
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

/** The server's page with its whole body: one that stops in the middle counts as none (offline.md 3.30). */
async function fromNetwork(request: Request): Promise<Response | null> {
  try {
    const response = await fetch(request.url, {
      credentials: 'same-origin',
      // Else the server takes this for a script that asks.
      headers: { Accept: 'text/html' },
      redirect: 'manual',
      signal: AbortSignal.timeout(networkPatienceMs),
    });
    if (response.status !== 200) return null;
    const headers = new Headers(response.headers);
    for (const name of ['content-encoding', 'content-length']) headers.delete(name);
    return new Response(await response.arrayBuffer(), { headers });
  } catch {
    return null;
  }
}
