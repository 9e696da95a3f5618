import type { Server } from 'node:http';
import type { BrowserContext, Page } from 'playwright';
import { type Picture, serveFloor, serveOtherSite } from './floorPage.ts';
import { openLearnerPage } from './learnerPage.ts';
import { keepCourses } from './lesson.ts';
import type { LearnerPage } from './pages.ts';
import { measureStart, type Paint, stopWorkers } from './paintTimes.ts';
import {
  firstScreenStored,
  logIn,
  newProfile,
  openProfile,
  seePublicPage,
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

/** A browser profile, and the browser process that runs on it. */
type Device = { profile: string; context: BrowserContext };

async function openDevice(): Promise<Device> {
  const profile = newProfile();
  return { profile, context: await openProfile(profile) };
}

/** Two devices that know the same pages: one the app's, one the minimal pages with the same text. */
type Devices = { app: Device; bare: Device };

/** A page that both devices know. `path`: its line in pages.ts. */
type KnownPage = { path: string; app: Site; bare: Site; floor: Server };

/** Lets a device load the minimal page with this text, which its worker then keeps. */
async function prepareFloor({ context }: Device, text: string) {
  const { server, port } = await serveFloor(text);
  const network = await new ShapedNetwork(port, null).open();
  const page = await context.newPage();
  await page.goto(network.origin);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.close();
  return { server, network };
}

/**
 * Later starts of pages that both devices know: online, with the server down, and in a new browser process. Ends the
 * devices. `note`: what is special about the device, for the names of the first rows.
 */
async function laterStarts(
  devices: Devices,
  pages: readonly KnownPage[],
  { runs, note = '' }: { runs: number; note?: string },
): Promise<StartRow[]> {
  const networks = pages.flatMap(({ app, bare }) => [app.network, bare.network]);
  for (const network of networks) network.line = phoneLine;
  const rows: StartRow[] = [];
  const measureEach = async (nameOf: (path: string) => string) => {
    for (const { path, app, bare } of pages) {
      const medians = await inTurns(runs, {
        app: () => repeat(devices.app.context, app),
        floor: () => repeat(devices.bare.context, bare),
      });
      rows.push({ name: nameOf(path), ...medians });
    }
  };
  await measureEach((path) => `repeat ${path}${note}`);
  for (const network of networks) await network.cut();
  await measureEach((path) => `${path}, server dead`);
  await Promise.all([devices.app.context.close(), devices.bare.context.close()]);
  for (const { path, app, bare, floor } of pages) {
    const medians = await inTurns(runs, {
      app: () => afterRestart(devices.app.profile, app),
      floor: () => afterRestart(devices.bare.profile, bare),
    });
    rows.push({ name: `${path}, server dead, browser restarted`, ...medians });
    floor.close();
  }
  return rows;
}

/** Later visits of a guest to public pages, each on a device of its own. */
export async function repeatVisits(
  appPort: number,
  { runs, slowdown, pages }: { runs: number; slowdown: number; pages: readonly string[] },
): Promise<StartRow[]> {
  const rows: StartRow[] = [];
  for (const path of pages) {
    const network = await new ShapedNetwork(appPort, null).open();
    const { text, needle } = await readPage(network.origin, path);
    const devices: Devices = { app: await openDevice(), bare: await openDevice() };
    await seePublicPage(devices.app.context, network.origin + path);
    const floor = await prepareFloor(devices.bare, text);
    const known: KnownPage = {
      path,
      app: { network, path, needle, slowdown },
      bare: { network: floor.network, path: '/', needle, slowdown },
      floor: floor.server,
    };
    rows.push(...(await laterStarts(devices, [known], { runs })));
  }
  return rows;
}

/**
 * Prepares a device: logged in, worker settled, at least `kept` lessons on it; with `stored` also that many courses.
 * Answers the number of lessons.
 */
async function prepareLearner(
  page: Page,
  origin: string,
  { stored, kept }: { stored: number; kept: number },
): Promise<number> {
  await logIn(page, origin);
  await workerSettled(page);
  const lessons = await keepCourses(page, origin, kept);
  if (stored > 0) {
    await page.goto(`${origin}/mypage/course`);
    await page.getByTestId('inventory-item').first().waitFor();
    await storeManyCourses(page, stored);
  }
  return lessons;
}

/**
 * Starts of a learner's pages on one device that knows them: online, with the server down, and in a new browser process.
 * `stored`: number of courses on it, 0: those of the demo; `kept`: least number of lessons.
 */
export async function memberStarts(
  appPort: number,
  pages: readonly LearnerPage[],
  { runs, slowdown, stored, kept }: { runs: number; slowdown: number; stored: number; kept: number },
): Promise<StartRow[]> {
  const network = await new ShapedNetwork(appPort, null).open();
  const devices: Devices = { app: await openDevice(), bare: await openDevice() };
  const page = await devices.app.context.newPage();
  const lessons = await prepareLearner(page, network.origin, { stored, kept });
  const known: KnownPage[] = [];
  for (const one of pages) {
    const { address, needle, text } = await openLearnerPage(page, network.origin, one);
    await workerSettled(page);
    if (process.env.VITE_FIRST_SCREENS !== '0') await firstScreenStored(page, needle);
    const floor = await prepareFloor(devices.bare, text);
    known.push({
      path: one.path,
      app: { network, path: address, needle, slowdown },
      bare: { network: floor.network, path: '/', needle, slowdown },
      floor: floor.server,
    });
  }
  await page.close();
  const courses = stored > 0 ? `${stored} courses stored, ` : '';
  return laterStarts(devices, known, { runs, note: `, ${courses}${lessons} lessons kept` });
}
