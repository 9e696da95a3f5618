import type { Learner } from '../e2e/offline/questions.ts';
import type { ScriptedNetwork } from '../offline-kit/network.ts';
import type { Tab } from './driver.ts';
import { expect } from './fixtures.ts';

/** Where the app is. */
type Site = { network: ScriptedNetwork };

/** The element a test id names. */
export function part(testId: string): string {
  return `[data-testid="${testId}"]`;
}

/** Waits until words are on screen, in the whole page unless told where. */
export async function see(tab: Tab, words: string, css = 'body'): Promise<void> {
  await expect.poll(() => tab.text(css), { timeout: 30_000 }).toContain(words);
}

/** Waits until words are no longer on screen. */
export async function seeNot(tab: Tab, words: string, css = 'body'): Promise<void> {
  await expect.poll(() => tab.text(css), { timeout: 30_000 }).not.toContain(words);
}

/** Waits for an address of the app. */
export async function isAt(tab: Tab, path: string): Promise<void> {
  await expect.poll(() => tab.address(), { timeout: 30_000 }).toBe(path);
}

export async function go(tab: Tab, site: Site, path: string): Promise<void> {
  await tab.open(site.network.origin + path);
}

export async function logIn(
  tab: Tab,
  site: Site,
  learner: { email: string; password: string },
): Promise<void> {
  await go(tab, site, '/login');
  await tab.type(part('login-id'), learner.email);
  await tab.type(part('login-password'), learner.password);
  await tab.click(part('login-submit'));
  await isAt(tab, '/mypage');
}

/** The library, from wherever it comes. */
export async function seeLibrary(tab: Tab, site: Site, learner: Learner): Promise<void> {
  await go(tab, site, '/mypage/course');
  await see(tab, learner.courses[0]?.name ?? '', 'main');
}

/** Follows a link of the page without loading it anew, as a tap does. */
export async function follow(tab: Tab, path: string): Promise<void> {
  await tab.click(`a[href="${path}"]`);
}

/** How long the worker may take to come and to keep every file of the app, ms. */
const warming = { timeout: 150_000 };

/** How far this tab is with its worker: the word tells where it stopped. */
function stateOfWorker(tab: Tab): Promise<string> {
  return tab.evaluate(async () => {
    if (navigator.serviceWorker.controller) return 'serves this tab';
    const found = await navigator.serviceWorker.getRegistration();
    if (!found) return `not registered, page ${document.readyState}`;
    const { active, waiting, installing } = found;
    return `active: ${active?.state}, waiting: ${waiting?.state}, installing: ${installing?.state}`;
  });
}

/** Waits until the worker answers this tab and has kept every file of the app. */
export async function isWarm(tab: Tab): Promise<void> {
  await expect.poll(() => stateOfWorker(tab), warming).toBe('serves this tab');
  await tab.evaluate(async () => {
    (await navigator.serviceWorker.ready).active?.postMessage({ type: 'warm' });
  });
  // Asked again and again: one script may not wait as long as the whole of it takes.
  const missing = () =>
    tab.evaluate(async () => {
      const { active } = await navigator.serviceWorker.ready;
      const { port1, port2 } = new MessageChannel();
      const answered = new Promise<{ missing: number }>((resolve) => {
        port1.onmessage = (event) => resolve(event.data);
      });
      active?.postMessage({ type: 'check-app' }, [port2]);
      return (await answered).missing;
    });
  await expect.poll(missing, warming).toBe(0);
}

/** A learner who has seen library, bookmarks and favorites, on a device with the whole app. */
export async function settle(tab: Tab, site: Site, learner: Learner): Promise<void> {
  await logIn(tab, site, learner);
  await seeLibrary(tab, site, learner);
  for (const path of ['/mypage/bookmark', '/mypage/favorite']) {
    await go(tab, site, path);
    await see(tab, learner.courses[0]?.name ?? '', 'main');
  }
  await isWarm(tab);
}

/** Address of the script the page was started with; empty while a page is loading. */
export function entryScript(tab: Tab): Promise<string> {
  return tab
    .evaluate(() => {
      const script = document.querySelector<HTMLScriptElement>('script[type=module][src]');
      const link = document.querySelector<HTMLLinkElement>('link[data-first=app]');
      const address = script?.src ?? link?.href;
      return address ? new URL(address).pathname : '';
    })
    .catch(() => '');
}

/** Marks the page, so that `isSamePage` can tell whether it was loaded anew since. */
export function markPage(tab: Tab): Promise<void> {
  return tab.evaluate(() => {
    Object.assign(globalThis, { isMarked: true });
  });
}

/** Whether the page is still the marked one. */
export function isSamePage(tab: Tab): Promise<boolean> {
  return tab.evaluate(() => 'isMarked' in globalThis).catch(() => false);
}

/** Asks the browser to look for a newer worker, and waits until one waits. */
export async function newWorkerWaits(tab: Tab): Promise<void> {
  // A look that the browser began by itself before the deployment may swallow this one: it is asked again.
  const isWaiting = () =>
    tab.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      if (!registration.waiting && !registration.installing) await registration.update();
      return registration.waiting !== null;
    });
  await expect.poll(isWaiting, { timeout: 60_000 }).toBe(true);
}

/** Addresses in all caches; only of answers that hold `words`, if given. */
export function cachedPaths(tab: Tab, words = ''): Promise<string[]> {
  return tab.evaluate(async (wanted) => {
    const found: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const body = wanted === '' ? '' : ((await (await cache.match(request))?.text()) ?? '');
        if (body.includes(wanted)) found.push(new URL(request.url).pathname);
      }
    }
    return found;
  }, words);
}

/** Gives the first element whose words contain `words` a name for clicks. */
export async function named(tab: Tab, css: string, words: string): Promise<string> {
  const name = `found-${Math.random().toString(36).slice(2)}`;
  await expect
    .poll(() =>
      tab.evaluate(
        (wanted) => {
          const all = [...document.querySelectorAll<HTMLElement>(wanted.css)];
          const found = all.find((one) =>
            `${one.textContent} ${one.getAttribute('aria-label')}`.includes(wanted.words),
          );
          found?.setAttribute('data-found', wanted.name);
          return found !== undefined;
        },
        { css, words, name },
      ),
    )
    .toBe(true);
  return `[data-found="${name}"]`;
}

/** Opens a tab of the lecture page; while the lesson is still coming, it is asked again. */
export async function openPanel(tab: Tab, name: string): Promise<void> {
  await expect(async () => {
    const button = await named(tab, '[role=tab]', name);
    await tab.click(button);
    const isOpen = await tab.evaluate(
      (css) => document.querySelector(css)?.getAttribute('aria-selected'),
      button,
    );
    expect(isOpen).toBe('true');
  }).toPass({ timeout: 30_000 });
}
