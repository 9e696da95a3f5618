import type { BrowserContext, Page } from 'playwright';
import { stopWorkers } from './paintTimes.ts';
import { logIn, newProfile, openProfile, workerSettled } from './session.ts';
import { median } from './statistics.ts';

/** How long a kept file takes through the worker, milliseconds: when it must start first, and when it runs. */
export type WorkerStart = { stopped: number; running: number };

/** Fetches a file that the worker keeps, past the browser's own cache. */
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

/** What starting the worker costs on a device that has it, the CPU `slowdown` times slower. */
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
