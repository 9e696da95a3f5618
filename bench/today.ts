import type { BrowserContext, Page } from 'playwright';
import { keyPrefix } from '../src/shared/lib/mirror/keep.ts';
import { keptPagesCache } from '../src/shared/lib/worker/keptPages.ts';
import { stopWorkers } from './paintTimes.ts';
import { newProfile, openProfile, seePublicPage } from './session.ts';
import { median } from './statistics.ts';

/** Milliseconds since a visit began: until the heading of the kept page stood, and until that of today's answer did. */
type Times = { copy: number; today: number };

/** Medians of visits to a public page that the device keeps and that has changed since. */
export type TodayRow = Times & { path: string };

/** How soon today's answer has to be in place on a good line, ms. */
export const todayGoalMs = 1000;

/** Time limit of a visit, ms. */
const patienceMs = 90_000;

/** The heading of yesterday and that of today. */
type Headings = { former: string; words: string };

/** Runs in the page before everything else: notes when each of the headings is first there, and tells when both were. */
function watch({ former, words }: Headings): void {
  const times: Times = { copy: 0, today: 0 };
  const look = () => {
    const heading = document.querySelector('h1')?.textContent ?? '';
    if (heading.includes(former)) times.copy ||= performance.now();
    if (!heading.includes(words)) return void requestAnimationFrame(look);
    times.today = performance.now();
    (window as unknown as { __isToday?: (times: string) => void }).__isToday?.(JSON.stringify(times));
  };
  look();
}

/**
 * Makes what the device keeps of a page a copy of yesterday, with another heading: the page itself with the answers in
 * it, and the answers of the last visit. The server has the content of today, so nothing has to change there.
 */
async function makeOfYesterday(page: Page, path: string, { former, words }: Headings): Promise<void> {
  const isMade = await page.evaluate(
    async (given) => {
      const older = (text: string) => text.replaceAll(given.words, () => given.former);
      for (const key of Object.keys(localStorage)) {
        const answers = key.startsWith(given.keyPrefix) ? localStorage.getItem(key) : null;
        if (answers !== null) localStorage.setItem(key, older(answers));
      }
      const cache = await caches.open(given.cache);
      let made = false;
      for (const { url } of await cache.keys()) {
        const kept = new URL(url).pathname.endsWith(given.path) ? await cache.match(url) : undefined;
        if (!kept) continue;
        const html = older(await kept.text());
        made ||= html.includes(given.former);
        await cache.put(url, new Response(html, { headers: kept.headers }));
      }
      return made;
    },
    { path, former, words, cache: keptPagesCache, keyPrefix },
  );
  if (!isMade) throw new Error(`${path} is not kept, or does not say ${words}.`);
}

/** One visit. As in `measureStart`, the page is not queried before the end. */
async function visit(
  context: BrowserContext,
  url: string,
  { headings, slowdown }: { headings: Headings; slowdown: number },
): Promise<Times> {
  const page = await context.newPage();
  const tools = await context.newCDPSession(page);
  await tools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await tools.send('Runtime.enable');
  await tools.send('Runtime.addBinding', { name: '__isToday' });
  await page.addInitScript(watch, headings);
  const told = new Promise<Times>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${url} stayed of yesterday.`)), patienceMs);
    tools.once('Runtime.bindingCalled', ({ payload }) => {
      clearTimeout(timer);
      resolve(JSON.parse(payload) as Times);
    });
  });
  await page.goto(url, { waitUntil: 'commit' });
  const times = await told;
  await page.close();
  if (times.copy === 0) throw new Error(`${url} was not answered with the copy of the device.`);
  return times;
}

/**
 * Later visits of a guest to pages whose kept copy is of yesterday, online, on a line without limits, with the worker
 * stopped: how soon today's answer of the server is in place.
 */
export async function measureToday(
  origin: string,
  { runs, slowdown, pages }: { runs: number; slowdown: number; pages: readonly string[] },
): Promise<TodayRow[]> {
  const rows: TodayRow[] = [];
  for (const path of pages) {
    const context = await openProfile(newProfile());
    const words = await seePublicPage(context, origin + path);
    const headings = { words, former: [...words].reverse().join('') };
    // A page of this origin without the app, and so without its calls.
    const helper = await context.newPage();
    await helper.goto(`${origin}/version.json`);
    const times: Times[] = [];
    for (let run = 0; run < runs; run++) {
      // Also ends what the worker of the last visit would still fetch: today's page for the next one.
      await stopWorkers(context, helper);
      await makeOfYesterday(helper, path, headings);
      times.push(await visit(context, origin + path, { headings, slowdown }));
    }
    rows.push({
      path,
      copy: median(times.map(({ copy }) => copy)),
      today: median(times.map(({ today }) => today)),
    });
    await context.close();
  }
  return rows;
}
