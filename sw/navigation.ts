import { directPages } from '#shared/lib/pages/pageTable.ts';
import { shellPath } from '#shared/lib/worker/shellCache.ts';
import { askForPage } from './askForPage.ts';
import type { Later } from './assets.ts';
import { appFiles, shellCacheName, tierOne, warmCacheName } from './build.ts';
import { dropDirectPage } from './direct.ts';
import { dropFirstScreens, findFirstScreen } from './firstScreen.ts';
import { findKept, findOwn, keepAll } from './keep.ts';
import {
  askAhead,
  dropKeptPage,
  findKeptPage,
  isKeptSince,
  type Keep,
  keeper,
  renewKeptPage,
} from './keptPages.ts';
import { isSwitchedOff, lookAtSwitch } from './killSwitch.ts';
import { linkedFiles } from './linkedFiles.ts';
import { type PageMaking, pageAt } from './pageAt.ts';
import { worker } from './scope.ts';
import { isSuspicious, rouseSuspicion } from './suspicion.ts';

/**
 * How long to wait for the network when the kept shell lacks files, ms; the body counts. After that the shell is used
 * as it is.
 */
const networkPatienceMs = 5000;
/** How long a public page that is not on the device may take to begin, ms; after that the app renders it itself. */
const publicPatienceMs = 3000;

/**
 * Answers about a served page that are passed on although they are not the page: redirect, login required, not found,
 * gone.
 */
const passedOn = [0, 401, 404, 410];

/** After an answer from the device, other work waits this long so that the page can load undisturbed, ms. */
const lookAfterMs = 3000;

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** A page that is being opened. `stored`: the search for a copy on the device, started before anything else. */
export type Opening = { request: Request; making: PageMaking; stored: Promise<Response | undefined> };

/** Starts to open a page of the app. */
export function openPage(request: Request, url: URL): Opening {
  const making = pageAt(url);
  return { request, making, stored: making.by === 'shell' ? findFirstScreen(url) : findStored(making) };
}

type PublicMaking = Exclude<PageMaking, { by: 'shell' }>;

function findStored(making: PublicMaking): Promise<Response | undefined> {
  return making.by === 'built' ? findOwn(making.file) : findKeptPage(making.path);
}

/** When to do the worker's checks of each start: at once, or after the stored page has loaded. */
export async function unlessStored({ stored }: Opening): Promise<void> {
  if (await stored) await pause(lookAfterMs);
}

/** Answers a page of the app: from the device if it is there, whatever the network does (offline.md 6.5, 6.6, 6.11). */
export async function answerNavigation(opening: Opening, later: Later): Promise<Response> {
  const { request, making } = opening;
  const stored = await opening.stored;
  if (making.by !== 'shell') {
    if (!stored || isSuspicious()) return answerPublic(request, making, stored, later);
    // Opened before the pause: a logout during the pause deletes this cache, so that today's page is not kept.
    const keep = making.by === 'served' ? keeper(making.path) : null;
    const opened = Date.now();
    if (making.by === 'served') askAhead(making.path, later);
    later(unlessStored(opening).then(() => lookBehindPublic(making, keep && { keep, opened })));
    return stored;
  }
  if (!stored) return answerShell(request, later);
  later(unlessStored(opening).then(lookBehind));
  return stored;
}

/**
 * After a stored screen was sent: checks whether the app has the files to start behind it. Missing files are fetched.
 * If that fails, all stored screens are deleted, so that the next start is answered without one.
 */
async function lookBehind(): Promise<void> {
  const cache = await caches.open(shellCacheName);
  const shell = await cache.match(shellPath, { ignoreVary: true });
  if (shell && (await isWhole(shell))) return;
  if ((await keepAll(cache, tierOne)).length > 0) await dropFirstScreens();
}

/** A served page that was answered from the device. `opened`: when, epoch ms. */
type Kept = { keep: Keep; opened: number };

/**
 * The same for a public page: it is deleted if its files cannot be fetched. A served page is also renewed for the next
 * visit, unless that came while it was opened.
 */
async function lookBehindPublic(making: PublicMaking, kept: Kept | null): Promise<void> {
  const page = await findStored(making);
  if (page && !(await isWholeAgain(page))) {
    rouseSuspicion();
    if (making.by === 'served') await dropKeptPage(making.path);
    else await dropOwnPage(making.file);
  }
  if (making.by === 'served' && kept && !(await isKeptSince(making.path, kept.opened)))
    await renewKeptPage(making.path, kept.keep);
}

/** Drops a page of the build; the network has it, if it is there, and `warm` keeps it again. */
async function dropOwnPage(file: string): Promise<void> {
  await dropDirectPage(file);
  for (const name of [shellCacheName, warmCacheName]) await (await caches.open(name)).delete(file);
}

/**
 * The checks after a page that the browser took from the device itself, without the worker: the first thing that page
 * asks for starts the worker.
 */
export async function lookBehindDirect(clientId: string): Promise<void> {
  await pause(lookAfterMs);
  const page = await worker.clients.get(clientId);
  const url = new URL(page?.url ?? 'about:blank');
  const making = pageAt(url);
  if (making.by !== 'built' || !directPages.includes(url.pathname)) return;
  await lookAtSwitch();
  if (!(await isSwitchedOff())) await lookBehindPublic(making, null);
}

/** Whether a page has all its files, after the missing ones were fetched. */
async function isWholeAgain(page: Response): Promise<boolean> {
  const linked = new Set(linkedFiles(await page.text()));
  const missing: string[] = [];
  for (const path of linked) if (!(await findKept(path))) missing.push(path);
  if (missing.length === 0) return true;
  const files = appFiles.filter(({ path }) => missing.includes(path));
  return (await keepAll(await caches.open(warmCacheName), files)).length === 0;
}

/**
 * Answers a public page that is not on the device, or whose files may be missing there. The server's answer is passed
 * on as it comes, and a served page is kept. Without a network the stored copy is used, else the shell.
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
    // HTTP authentication for the whole site: the browser must make the request itself to ask for the password.
    if (answer.status === 401) return fetch(request);
    if (keep) later(keep(answer.clone()));
    return answer;
  }
  if (stored) return stored;
  return (isServed ? undefined : await findKept(making.file)) ?? answerShell(request, later);
}

/**
 * The kept shell, at once, whatever the network does. But first its files are checked, because a shell without its
 * scripts would stay a white page (offline.md 3.7). If files are missing, they are fetched and the network answers.
 * Without a network the shell is still better than nothing.
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

/** The server's page with its whole body; an incomplete body counts as no answer (offline.md 3.30). */
async function fromNetwork(request: Request): Promise<Response | null> {
  try {
    const response = await fetch(request.url, {
      credentials: 'same-origin',
      // Otherwise the server takes this for a call by a script.
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
