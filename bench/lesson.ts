import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { Api, demoPurchases, lessonsOf, type Purchase } from './api.ts';
import type { AppServer } from './appServer.ts';
import { heavyVideo } from './longVideo.ts';

/** A lesson with a video. `page`: path of its page; `video`: signed address of the file; `bytes`: its size. */
export type HeavyLesson = { name: string; page: string; video: string; bytes: number };

/** Replaces the demo's first video by one of `bytes`. */
export async function makeHeavyLesson(server: AppServer, bytes: number): Promise<HeavyLesson> {
  const api = await Api.logIn(server.origin);
  for (const purchase of await demoPurchases(api)) {
    const lesson = lessonsOf(purchase).find(({ has_video }) => has_video);
    if (!lesson) continue;
    const { video } = await api.get<{ video: { mp4_url: string } }>(`/api/lms/lesson/${lesson.id}/`);
    const address = new URL(video.mp4_url, server.origin);
    const file = join(server.mediaDir, decodeURIComponent(address.pathname.replace('/media/', '')));
    const heavy = heavyVideo(readFileSync(file), bytes);
    writeFileSync(file, heavy);
    const page = `/mypage/lecture/${purchase.id}?lesson=${lesson.id}`;
    return { name: lesson.name, page, video: address.href, bytes: heavy.length };
  }
  throw new Error('The demo has no video.');
}

/** Keeps a lesson as a learner does, on its page; answers the time until it can be watched offline, ms. */
export async function keepLesson(page: Page, { name }: HeavyLesson): Promise<number> {
  await page.getByRole('button', { name: `「${name}」を端末に保存` }).click();
  const start = page.getByRole('button', { name: /^保存を始める/ });
  await start.waitFor();
  const begin = performance.now();
  await start.click();
  await page.locator('[data-testid="download-status"][data-state="ready"]').first().waitFor();
  return performance.now() - begin;
}

/** Keeps whole courses until at least `least` lessons are on the device; answers the number of lessons. */
export async function keepCourses(page: Page, origin: string, least: number): Promise<number> {
  const purchases: Purchase[] = await demoPurchases(await Api.logIn(origin));
  let kept = 0;
  for (const { id, course } of purchases) {
    if (kept >= least) break;
    await page.goto(`${origin}/mypage/lecture/${id}`);
    await page.getByRole('button', { name: new RegExp(`^${course.name}: 講座を保存`) }).click();
    await page.getByRole('button', { name: /^保存を始める/ }).click();
    await page
      .getByRole('button', { name: new RegExp(`\\(${course.lesson_count}授業を保存済み`) })
      .first()
      .waitFor();
    kept += course.lesson_count;
  }
  return kept;
}
