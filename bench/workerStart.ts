import type { BrowserContext, Page } from 'playwright';
import { stopWorkers } from './paintTimes.ts';
import { logIn, newProfile, openProfile, workerSettled } from './session.ts';
import { median } from './statistics.ts';

/** Time for a kept file through the worker, milliseconds: when the worker must start first, and when it is running. */
export type WorkerStart = { stopped: number; running: number };

/** Fetches a file that the worker keeps, bypassing the browser's HTTP cache. */
function fetchKept(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const begin = performance.now();
    await (await fetch('/icons/favicon.svg', { cache: 'no-store' })).arrayBuffer();
    return performance.now() - begin;
  });
}

async function measureOnce(context: BrowserContext, page: Page): Promise<WorkerStart> {
  await stopWorkers(context, page);
  const stopped = await fetchKept(page);
  const running = await fetchKept(page);
  return { stopped, running };
}

/** Measures the cost of starting an installed worker, with the CPU `slowdown` times slower. */
export async function measureWorkerStart(
  origin: string,
  runs: number,
  slowdown: number,
): Promise<WorkerStart> {
  const context = await openProfile(newProfile());
  try {
    const page = await context.newPage();
    await logIn(page, origin);
    await workerSettled(page);
    const tools = await context.newCDPSession(page);
    await tools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const times: WorkerStart[] = [];
    for (let run = 0; run < runs * 3; run++) times.push(await measureOnce(context, page));
    return {
      stopped: median(times.map(({ stopped }) => stopped)),
      running: median(times.map(({ running }) => running)),
    };
  } finally {
    await context.close();
  }
}
