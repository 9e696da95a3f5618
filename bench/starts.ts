import type { BrowserContext, Page } from 'playwright';
import { type Picture, serveFloor, serveOtherSite } from './floorPage.ts';
import { keepCourses } from './lesson.ts';
import { measureStart, type Paint, stopWorkers } from './paintTimes.ts';
import {
  firstScreenStored,
  logIn,
  newProfile,
  openProfile,
  storeManyCourses,
  workerSettled,
} from './session.ts';
import { phoneLine, ShapedNetwork } from './shapedNetwork.ts';
import { median } from './statistics.ts';

/**
 * Median times of one kind of start, for the app and for the minimal page with the same text in the same run.
 * `pictured`: for the minimal page with the pictures of the app's first screen, if there are any.
 */
export type StartRow = { name: string; app: Paint; floor: Paint; pictured?: Paint };

/** What is measured: an address behind a network that can be slowed and cut, and the CPU slowdown. */
type Site = { network: ShapedNetwork; path: string; needle: string; slowdown: number };

function mediansOf(paints: Paint[]): Paint {
  const of = (key: keyof Paint) => median(paints.map((paint) => paint[key]));
  return {
    fcp: of('fcp'),
    lcp: of('lcp'),
    text: of('text'),
    alive: of('alive'),
    tbt: of('tbt'),
    early: of('early'),
    cls: of('cls'),
  };
}

async function measureOnce(context: BrowserContext, site: Site, from?: string): Promise<Paint> {
  const { network, path, needle, slowdown } = site;
  const { page, paint } = await measureStart(context, network.origin + path, { needle, slowdown, from });
  await page.close();
  return paint;
}

/** A new device: an empty profile and a new browser process each time. `from`: the page with the link to it. */
async function firstVisit(site: Site, from: string): Promise<Paint> {
  const context = await openProfile(newProfile());
  try {
    return await measureOnce(context, site, from);
  } finally {
    await context.close();
  }
}

/** A start on a device that knows the site: the worker is stopped first, so that its own start is included. */
async function repeat(context: BrowserContext, site: Site): Promise<Paint> {
  const helper = context.pages()[0] ?? (await context.newPage());
  await stopWorkers(context, helper);
  return measureOnce(context, site);
}

/** The first start of a day: a new browser process on the same profile. */
async function afterRestart(profile: string, site: Site): Promise<Paint> {
  const context = await openProfile(profile);
  try {
    return await measureOnce(context, site);
  } finally {
    await context.close();
  }
}

export async function inTurns<Kind extends string>(runs: number, starts: Record<Kind, () => Promise<Paint>>) {
  const kinds = Object.keys(starts) as Kind[];
  const paints = new Map<Kind, Paint[]>(kinds.map((kind) => [kind, []]));
  for (let run = 0; run < runs; run++) {
    for (const kind of kinds) paints.get(kind)?.push(await starts[kind]());
  }
  return Object.fromEntries(kinds.map((kind) => [kind, mediansOf(paints.get(kind) ?? [])])) as Record<
    Kind,
    Paint
  >;
}

/** The pictures in the first screen of a page. */
async function readPictures(page: Page): Promise<Picture[]> {
  const shown = await page.locator('img, video[poster]').evaluateAll((elements) =>
    elements.flatMap((element) => {
      const { top, width, height } = element.getBoundingClientRect();
      const url =
        element instanceof HTMLVideoElement ? element.poster : (element as HTMLImageElement).currentSrc;
      return url && width * height > 0 && top < innerHeight ? [{ url, width, height }] : [];
    }),
  );
  return Promise.all(
    shown.map(async ({ url, ...size }) => {
      const answer = await page.request.get(url);
      return { body: await answer.body(), type: answer.headers()['content-type'] ?? '', ...size };
    }),
  );
}

/** The visible text and first pictures of a page, and its first heading as the text to wait for. */
async function readPage(origin: string, path: string) {
  const context = await openProfile(newProfile());
  const page = await context.newPage();
  await page.goto(origin + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const needle = (await page.getByRole('heading', { level: 1 }).innerText()).split('\n')[0] ?? '';
  const text = await page.innerText('body');
  const pictures = await readPictures(page);
  await context.close();
  return { text, needle, pictures };
}

/**
 * First visits of a guest on the phone line. They come from another site, as from a list of search results: the browser
 * then uses another process for every page. From an empty tab it changes the process only for a page with
 * Cross-Origin-Opener-Policy, once its headers are there. The minimal page has no such header, so the start of a
 * process would count as the app's time (about 100 ms here).
 */
export async function firstVisits(
  appPort: number,
  { runs, slowdown, pages }: { runs: number; slowdown: number; pages: readonly string[] },
): Promise<StartRow[]> {
  const rows: StartRow[] = [];
  const before = await serveOtherSite();
  for (const path of pages) {
    const network = await new ShapedNetwork(appPort, null).open();
    const { text, needle, pictures } = await readPage(network.origin, path);
    const floors = [await serveFloor(text), await serveFloor(text, pictures)] as const;
    const [bare, pictured] = await Promise.all(
      floors.map(async ({ port }) => ({
        network: await new ShapedNetwork(port, phoneLine).open(),
        path: '/',
        needle,
        slowdown,
      })),
    );
    if (!bare || !pictured) throw new Error('A bare page is not served.');
    network.line = phoneLine;
    const starts = {
      app: () => firstVisit({ network, path, needle, slowdown }, before.url),
      floor: () => firstVisit(bare, before.url),
    };
    const medians = pictures.length
      ? await inTurns(runs, { ...starts, pictured: () => firstVisit(pictured, before.url) })
      : await inTurns(runs, starts);
    rows.push({ name: `first visit ${path}`, ...medians });
    await Promise.all([network, bare.network, pictured.network].map((one) => one.cut()));
    for (const { server } of floors) server.close();
  }
  before.server.close();
  return rows;
}

/** Two devices that have loaded a page before: one with the app's, one with the minimal page of the same text. */
async function prepareGuests(appPort: number, path: string) {
  const network = await new ShapedNetwork(appPort, null).open();
  const { text, needle } = await readPage(network.origin, path);
  const floor = await serveFloor(text);
  const floorNetwork = await new ShapedNetwork(floor.port, null).open();
  const [profile, floorProfile] = [newProfile(), newProfile()];
  const [context, floorContext] = [await openProfile(profile), await openProfile(floorProfile)];
  const page = await context.newPage();
  await page.goto(network.origin + path);
  await workerSettled(page);
  // Load it again through the worker: it now keeps the page that it delivered.
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await workerSettled(page);
  await page.close();
  const floorPage = await floorContext.newPage();
  await floorPage.goto(floorNetwork.origin);
  await floorPage.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await floorPage.close();
  return {
    app: { network, profile, context },
    bare: { network: floorNetwork, profile: floorProfile, context: floorContext },
    needle,
    floor,
  };
}

/** Later visits of a guest to public pages: online, with the server down, and in a new browser process. */
export async function repeatVisits(
  appPort: number,
  { runs, slowdown, pages }: { runs: number; slowdown: number; pages: readonly string[] },
): Promise<StartRow[]> {
  const rows: StartRow[] = [];
  for (const path of pages) {
    const { app, bare, needle, floor } = await prepareGuests(appPort, path);
    const appSite: Site = { network: app.network, path, needle, slowdown };
    const bareSite: Site = { network: bare.network, path: '/', needle, slowdown };
    app.network.line = phoneLine;
    bare.network.line = phoneLine;
    const both = () =>
      inTurns(runs, {
        app: () => repeat(app.context, appSite),
        floor: () => repeat(bare.context, bareSite),
      });
    rows.push({ name: `repeat ${path}`, ...(await both()) });
    await Promise.all([app.network.cut(), bare.network.cut()]);
    rows.push({ name: `${path}, server dead`, ...(await both()) });
    await Promise.all([app.context.close(), bare.context.close()]);
    const restarted = await inTurns(runs, {
      app: () => afterRestart(app.profile, appSite),
      floor: () => afterRestart(bare.profile, bareSite),
    });
    rows.push({ name: `${path}, server dead, browser restarted`, ...restarted });
    floor.server.close();
  }
  return rows;
}

/**
 * Prepares a device: logged in, worker settled, `stored` courses and at least `kept` lessons on it. Also prepares a
 * device with the minimal page of the same text.
 */
async function prepareDevices(appNetwork: ShapedNetwork, stored: number, kept: number) {
  const profile = newProfile();
  const context = await openProfile(profile);
  const page = await context.newPage();
  await logIn(page, appNetwork.origin);
  await workerSettled(page);
  const lessons = await keepCourses(page, appNetwork.origin, kept);
  await page.goto(`${appNetwork.origin}/mypage/course`);
  await page.getByTestId('inventory-item').first().waitFor();
  await storeManyCourses(page, stored);
  await page.reload();
  const first = page.getByTestId('inventory-item').first();
  await first.waitFor();
  const needle = (await first.getByRole('heading').first().innerText()).trim();
  if (process.env.VITE_FIRST_SCREENS !== '0') await firstScreenStored(page, needle);
  const floor = await serveFloor(await page.innerText('body'));
  await page.close();
  const floorProfile = newProfile();
  const floorContext = await openProfile(floorProfile);
  const floorNetwork = await new ShapedNetwork(floor.port, null).open();
  const floorPage = await floorContext.newPage();
  await floorPage.goto(floorNetwork.origin);
  await floorPage.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await floorPage.close();
  return { profile, context, lessons, needle, floor, floorProfile, floorContext, floorNetwork };
}

/** Starts of the library on a device that knows it: online, with the server down, and in a new browser process. */
export async function libraryStarts(
  appPort: number,
  { runs, slowdown, stored, kept }: { runs: number; slowdown: number; stored: number; kept: number },
): Promise<StartRow[]> {
  const appNetwork = await new ShapedNetwork(appPort, null).open();
  const device = await prepareDevices(appNetwork, stored, kept);
  const app: Site = { network: appNetwork, path: '/mypage/course', needle: device.needle, slowdown };
  const bare: Site = { network: device.floorNetwork, path: '/', needle: device.needle, slowdown };
  appNetwork.line = phoneLine;
  device.floorNetwork.line = phoneLine;
  const both = () =>
    inTurns(runs, {
      app: () => repeat(device.context, app),
      floor: () => repeat(device.floorContext, bare),
    });
  const rows: StartRow[] = [
    { name: `library online, ${stored} courses stored, ${device.lessons} lessons kept`, ...(await both()) },
  ];
  await Promise.all([appNetwork.cut(), device.floorNetwork.cut()]);
  rows.push({ name: 'library, server dead', ...(await both()) });
  await Promise.all([device.context.close(), device.floorContext.close()]);
  const restarted = await inTurns(runs, {
    app: () => afterRestart(device.profile, app),
    floor: () => afterRestart(device.floorProfile, bare),
  });
  rows.push({ name: 'library, server dead, browser restarted', ...restarted });
  device.floor.server.close();
  return rows;
}
