import type { BrowserContext, Page } from 'playwright';

/**
 * Times of a start, in milliseconds since the navigation began; CLS is a score. `tbt`: total blocking time after the
 * first paint, as the metric is defined and as the competitors were measured. `early`: blocking time before it.
 * `alive`: when the text is in React's own page, whose buttons work.
 */
export type Paint = {
  fcp: number;
  lcp: number;
  text: number;
  alive: number;
  tbt: number;
  early: number;
  cls: number;
};

/** Time limit of a start, ms. */
const patienceMs = 90_000;

type Marks = Omit<Paint, 'tbt' | 'early'> & { tasks: { start: number; end: number }[] };

/** A longer task delays the reaction to a tap, ms. */
const longMs = 50;

/**
 * Runs in the page before everything else: records paints, long tasks, layout shifts, and when `needle` is first there.
 */
function watch(needle: string): void {
  const marks: Marks = { fcp: 0, lcp: 0, text: 0, alive: 0, cls: 0, tasks: [] };
  Object.assign(window, { __marks: marks });
  const on = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  on('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') marks.fcp = entry.startTime;
  });
  on('largest-contentful-paint', (entry) => {
    marks.lcp = entry.startTime;
  });
  on('longtask', ({ startTime: start, duration }) => {
    marks.tasks.push({ start, end: start + duration });
  });
  on('layout-shift', (entry) => {
    const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!shift.hadRecentInput) marks.cls += shift.value;
  });
  const look = () => {
    if (!document.body?.textContent?.includes(needle)) return void requestAnimationFrame(look);
    marks.text = performance.now();
    (window as unknown as { __standsThere?: (words: string) => void }).__standsThere?.(needle);
  };
  look();
  // A stored screen has been replaced, or a prerendered page hydrated; the minimal page has neither.
  const live = () => {
    const page = document.getElementById('root') ?? document.body;
    const isMade = document.querySelector('#first, #root [data-session="pending"]') !== null;
    if (isMade || !page?.textContent?.includes(needle)) return void requestAnimationFrame(live);
    marks.alive = performance.now();
  };
  live();
}

/** Options for measuring a start. */
export type Look = {
  /** The text to wait for. */
  needle: string;
  /** CPU slowdown factor (phone.ts). */
  slowdown: number;
  /** The page that the visitor comes from; none: an empty tab. */
  from?: string | undefined;
};

/**
 * Opens `url` in a new page of `context` and waits until the text is on screen and the largest paint has settled (the
 * page is then idle). The page is not queried before the text is there: the driver's own script for that would take a
 * tenth of a second of the measured start.
 */
export async function measureStart(context: BrowserContext, url: string, { needle, slowdown, from }: Look) {
  const page = await context.newPage();
  const tools = await context.newCDPSession(page);
  await tools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await tools.send('Runtime.enable');
  await tools.send('Runtime.addBinding', { name: '__standsThere' });
  await page.addInitScript(watch, needle);
  const standsThere = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${needle} did not come.`)), patienceMs);
    tools.once('Runtime.bindingCalled', () => {
      clearTimeout(timer);
      resolve();
    });
  });
  if (from) await page.goto(from, { waitUntil: 'networkidle' });
  await page.goto(url, { waitUntil: 'commit' });
  await standsThere;
  await page.waitForLoadState('networkidle', { timeout: patienceMs }).catch(() => {});
  await page.waitForFunction(() => (window as unknown as { __marks: Marks }).__marks.alive > 0, null, {
    timeout: patienceMs,
  });
  const { tasks, ...marks } = await page.evaluate(() => (window as unknown as { __marks: Marks }).__marks);
  const tbt = blocking(tasks, marks.fcp, Number.POSITIVE_INFINITY);
  const paint: Paint = { ...marks, tbt, early: blocking(tasks, 0, marks.fcp) };
  return { page, paint };
}

/** Sum of the parts of tasks, between two moments, that exceed the length of a short task, ms. */
function blocking(tasks: Marks['tasks'], from: number, to: number): number {
  const parts = tasks.map(({ start, end }) => Math.min(end, to) - Math.max(start, from));
  return parts.reduce((sum, part) => sum + Math.max(0, part - longMs), 0);
}

/** Stops every running worker, so that a measured start includes the worker's own start (performance.md 1). */
export async function stopWorkers(context: BrowserContext, page: Page): Promise<void> {
  const tools = await context.newCDPSession(page);
  await tools.send('ServiceWorker.enable');
  await tools.send('ServiceWorker.stopAllWorkers');
  await tools.detach();
}
