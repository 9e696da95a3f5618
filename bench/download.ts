import type { Page } from 'playwright';
import type { AppServer } from './appServer.ts';
import { keepLesson, makeHeavyLesson } from './lesson.ts';
import { logIn, newProfile, openProfile, workerSettled } from './session.ts';
import { median } from './statistics.ts';

/** Median times for keeping a heavy lesson and for a plain fetch of its video on the same page, milliseconds. */
export type DownloadResult = { bytes: number; appMs: number; bareMs: number };

/** Reads the whole file without storing it. */
function fetchBare(page: Page, url: string): Promise<number> {
  return page.evaluate(async (address) => {
    const begin = performance.now();
    const reader = (await fetch(address, { cache: 'no-store' })).body?.getReader();
    while (reader && !(await reader.read()).done);
    return performance.now() - begin;
  }, url);
}

/**
 * Speed of the app's downloader: from the tap until every byte is stored, read again and compared. The reference is a
 * plain fetch. On loopback without CPU throttling, so that the difference is the work of the app itself.
 */
export async function measureDownload(
  server: AppServer,
  runs: number,
  bytes: number,
): Promise<DownloadResult> {
  const lesson = await makeHeavyLesson(server, bytes);
  const times: { app: number[]; bare: number[] } = { app: [], bare: [] };
  for (let run = 0; run < runs; run++) {
    const context = await openProfile(newProfile());
    try {
      const page = await context.newPage();
      await logIn(page, server.origin);
      await workerSettled(page);
      await page.goto(server.origin + lesson.page);
      await page.getByRole('button', { name: `「${lesson.name}」を端末に保存` }).waitFor();
      times.bare.push(await fetchBare(page, lesson.video));
      times.app.push(await keepLesson(page, lesson));
    } finally {
      await context.close();
    }
  }
  return { bytes: lesson.bytes, appMs: median(times.app), bareMs: median(times.bare) };
}
