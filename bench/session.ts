import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type JSHandle, type Page } from 'playwright';
import { addressHeader, firstScreenAt, firstScreenCache } from '../src/shared/lib/worker/firstScreen.ts';
import { chromiumLaunch } from '../tests/offline-kit/browser.ts';

const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

/** Time limit for anything in the browser, ms. */
const patienceMs = 180_000;

const profiles: string[] = [];
process.on('exit', () => {
  for (const folder of profiles) rmSync(folder, { recursive: true, force: true });
});

/**
 * A browser profile on disk: storage and worker survive the browser process, as on a phone. Deleted with this process.
 */
export function newProfile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'konomanavi-profile-'));
  profiles.push(folder);
  return folder;
}

/** A browser process on `profile`, with the size of a phone. */
export async function openProfile(profile: string): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(profile, {
    ...chromiumLaunch({ isWhole: true }),
    ...phone,
    locale: 'ja-JP',
  });
  // Slow machines are measured too; they must not fail.
  context.setDefaultTimeout(patienceMs);
  return context;
}

/** Logs the demo learner in and waits for the library. */
export async function logIn(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByTestId('login-id').fill('student@example.com');
  await page.getByTestId('login-password').fill('manabi-2026');
  await page.getByTestId('login-submit').click();
  await page.waitForURL('**/mypage');
  await page.goto(`${origin}/mypage/course`);
  await page.getByTestId('inventory-item').first().waitFor();
}

/** Waits until the worker controls the page and its caches have stopped growing. */
export async function workerSettled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, { timeout: 60_000 });
  const entries = () =>
    page.evaluate(async () => {
      const names = await caches.keys();
      const sizes = await Promise.all(
        names.map(async (name) => (await (await caches.open(name)).keys()).length),
      );
      return sizes.reduce((sum, size) => sum + size, 0);
    });
  let before = -1;
  for (let now = await entries(); now !== before; now = await entries()) {
    before = now;
    await new Promise((done) => setTimeout(done, 1500));
  }
}

/**
 * A guest sees a public page, the second time through the worker, which keeps what it delivers. Answers the first line of
 * its heading.
 */
export async function seePublicPage(context: BrowserContext, url: string): Promise<string> {
  const page = await context.newPage();
  await page.goto(url);
  await workerSettled(page);
  await page.reload();
  const heading = page.getByRole('heading', { level: 1 });
  await heading.waitFor();
  const words = (await heading.innerText()).split('\n')[0] ?? '';
  await workerSettled(page);
  await page.close();
  return words;
}

/** How long the app may take to store a screen that stands, ms. */
const storingMs = 60_000;

/**
 * Waits until the page is stored as the first screen of the next start, with these words. Most pages never are: then
 * there is nothing to wait for (performance.md 4.2).
 */
export async function firstScreenStored(page: Page, words: string): Promise<void> {
  const screen = firstScreenAt(new URL(page.url()), '');
  if (screen === null) return;
  const { address } = screen;
  // Playwright's own wait function would take the promise of an async predicate as its answer.
  const isStored = await page.evaluate(
    async (wanted) => {
      const end = performance.now() + wanted.withinMs;
      while (performance.now() < end) {
        const cache = (await caches.has(wanted.cache)) ? await caches.open(wanted.cache) : null;
        for (const kept of (await cache?.matchAll()) ?? []) {
          if (kept.headers.get(wanted.header) !== wanted.address) continue;
          if ((await kept.text()).includes(wanted.words)) return true;
        }
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      return false;
    },
    { address, words, header: addressHeader, cache: firstScreenCache, withinMs: storingMs },
  );
  if (!isStored) throw new Error(`${address} was not stored as a first screen.`);
}

/** The learner's database, opened in the page without the app. */
export function openLearnerDb(page: Page): Promise<JSHandle<IDBDatabase>> {
  return page.evaluateHandle(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
    const name = names.find((one) => one.startsWith('u_'));
    if (!name) throw new Error('No learner database is stored.');
    return new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
  });
}

/**
 * Fills the learner's database with `total` purchased courses, copies of one of theirs, as if every page of the list
 * had been loaded.
 */
export async function storeManyCourses(page: Page, total: number): Promise<void> {
  const database = await openLearnerDb(page);
  await database.evaluate(async (db, wanted) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const writing = db.transaction(['inventories', 'courses'], 'readwrite');
    const inventories = writing.objectStore('inventories');
    const courses = writing.objectStore('courses');
    const [item] = await done(inventories.getAll());
    const course = await done(courses.get(item.course));
    for (let n = 0; n < wanted; n++) {
      const id = String(900_000 + n);
      const named = { ...course.value, id, name: `${course.value.name} ${n + 1}` };
      courses.put({ ...course, id, value: { ...named, course_chapter: [] } });
      inventories.put({
        ...item,
        id,
        course: id,
        value: { ...item.value, id, course: { ...item.value.course, id, name: named.name } },
      });
    }
    await new Promise((resolve, reject) => {
      writing.oncomplete = resolve;
      writing.onerror = reject;
    });
    db.close();
  }, total);
}
