import type { CDPSession } from 'playwright';
import { logIn, newProfile, openProfile, storeManyCourses } from './session.ts';

/**
 * Cost of scrolling through the whole list. `longest` and `over50`: tasks of the main thread by elapsed time,
 * milliseconds; `longestCpu` and `cpuOver50`: the same by CPU time, which other programs do not lengthen.
 */
export type ScrollResult = {
  items: number;
  steps: number;
  longest: number;
  over50: number;
  longestCpu: number;
  cpuOver50: number;
};

const steps = 120;

type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  tdur?: number;
  args?: { name?: string };
};

/**
 * Records the CPU time of every task of the page's main thread; the returned function stops it and answers
 * milliseconds.
 */
async function traceTasks(tools: CDPSession): Promise<() => Promise<number[]>> {
  const events: TraceEvent[] = [];
  tools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await tools.send('Tracing.start', { transferMode: 'ReportEvents', categories: 'toplevel' });
  return async () => {
    const complete = new Promise((done) => tools.once('Tracing.tracingComplete', done));
    await tools.send('Tracing.end');
    await complete;
    const mains = new Set(
      events
        .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
        .map(({ pid, tid }) => `${pid} ${tid}`),
    );
    const threads = new Map<string, number[]>();
    for (const { name, ph, pid, tid, tdur = 0 } of events) {
      const thread = `${pid} ${tid}`;
      if (!mains.has(thread) || ph !== 'X' || !name.endsWith('RunTask')) continue;
      const times = threads.get(thread) ?? [];
      times.push(tdur / 1000);
      threads.set(thread, times);
    }
    // If there are several pages, the scrolled page has the most work.
    const sum = (times: number[]) => times.reduce((total, time) => total + time, 0);
    return [...threads.values()].sort((one, other) => sum(other) - sum(one))[0] ?? [];
  };
}

/** Scrolls a library of `items` courses in large steps, without CPU throttling, and records the long tasks. */
export async function measureScroll(origin: string, items: number): Promise<ScrollResult> {
  const context = await openProfile(newProfile());
  try {
    const page = await context.newPage();
    await logIn(page, origin);
    await storeManyCourses(page, items);
    const tools = await context.newCDPSession(page);
    // With a sort order that the server does not have, the list uses everything on the device.
    await page.goto(`${origin}/mypage/course?sort=name`);
    await page.getByTestId('inventory-item').first().waitFor();
    await page.waitForFunction((least) => document.documentElement.scrollHeight > least * 40, items);
    const endTrace = await traceTasks(tools);
    const tasks = await page.evaluate(async (count) => {
      const durations: number[] = [];
      new PerformanceObserver((list) =>
        durations.push(...list.getEntries().map((entry) => entry.duration)),
      ).observe({
        type: 'longtask',
      });
      const height = document.documentElement.scrollHeight - innerHeight;
      for (let step = 1; step <= count; step++) {
        window.scrollTo(0, (height * step) / count);
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 16)));
      }
      await new Promise((done) => setTimeout(done, 300));
      return durations;
    }, steps);
    const cpu = await endTrace();
    await page.waitForFunction((least) => document.documentElement.scrollHeight > least * 40, items);
    return {
      items,
      steps,
      longest: Math.max(0, ...tasks),
      over50: tasks.length,
      longestCpu: cpu.reduce((longest, time) => Math.max(longest, time), 0),
      cpuOver50: cpu.filter((time) => time > 50).length,
    };
  } finally {
    await context.close();
  }
}
