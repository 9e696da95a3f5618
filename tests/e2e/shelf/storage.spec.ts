import type { Page } from '@playwright/test';
import { evictDatabases } from '../../offline-kit/storage.ts';
import { bytesOf, expect, keeping, type Lesson, mib, test } from '../download/fixtures.ts';
import type { Site } from '../offline/fixtures.ts';
import type { Learner } from '../offline/questions.ts';
import { rowsHere } from '../rowsHere.ts';

test.use({ isInstalled: true });

test.slow();
test.use({ bytes: async ({ locale: _ }, use) => use(bytesOf(3 * mib - 1000, 1)) });

/** Bytes of everything that is kept, counted in the cache itself. */
function bytesInCache(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let sum = 0;
    for (const name of (await caches.keys()).filter((one) => one.startsWith('dl-'))) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        if (!new URL(request.url).pathname.startsWith('/__chunk/')) continue;
        sum += (await (await cache.match(request))?.arrayBuffer())?.byteLength ?? 0;
      }
    }
    return sum;
  });
}

const used = (page: Page) => page.getByTestId('used-bytes');
const items = (page: Page) => page.getByTestId('download-item');

async function keepOne(lesson: Lesson): Promise<void> {
  await lesson.keep();
  await lesson.isReady();
}

// offline.md 3.52, 3.79: own counts, no promise of free space; what is deleted is gone.
test('the storage screen counts what is really there, keeps the cap, and deleting everything frees it', async ({
  lesson,
  page,
  site,
}) => {
  await keepOne(lesson);
  await site.open(page, '/mypage/settings');
  await page.getByRole('link', { name: '保存容量を管理' }).click();
  const kept = await bytesInCache(page);
  expect(kept).toBeGreaterThan(3 * mib);
  await expect(used(page)).toHaveAttribute('data-bytes', String(kept));
  await expect(page.getByTestId('storage-course')).toHaveAttribute('data-bytes', String(kept));
  await expect(page.getByTestId('protection')).toHaveAttribute('data-state', /protected/);
  await page.getByLabel('保存に使う上限').selectOption({ label: '500 MB' });
  await expect(used(page)).toContainText('上限 500 MB');
  await page.reload();
  await expect(used(page)).toContainText('上限 500 MB');

  await page.getByRole('button', { name: 'すべて消す' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'すべて消す' }).click();
  await expect(used(page)).toHaveAttribute('data-bytes', '0');
  await expect.poll(() => bytesInCache(page)).toBe(0);
  await page.getByRole('link', { name: 'ダウンロードの一覧' }).click();
  await expect(page.getByTestId('list-empty')).toContainText('端末に保存した授業はまだありません');
});

// offline.md 3.50, 3.51: what the browser threw away is noticed, and one tap fetches it again.
test('when the browser has thrown everything away, one tap brings the lessons back', async ({
  lesson,
  page,
  site,
}) => {
  await keepOne(lesson);
  await evictDatabases(page);
  await page.evaluate(async () => {
    for (const name of await caches.keys()) if (name.startsWith('dl-')) await caches.delete(name);
  });
  await site.open(page, '/mypage/download');
  const lost = page.getByTestId('lost-downloads');
  await expect(lost).toHaveAttribute('data-kind', 'here');
  await expect(lost).toContainText('レッスン 1');
  await lost.getByRole('button', { name: '再取得', exact: true }).click();
  await expect(items(page)).toHaveAttribute('data-state', 'ready', keeping);
  await expect(lost).toBeHidden();
  expect(await bytesInCache(page)).toBeGreaterThan(3 * mib);
});

/** How many lessons this device knows to be watched. */
async function watchesHere(page: Page): Promise<number> {
  return (await rowsHere(page, 'watches')).length;
}

/** Lessons that are kept by the rule of the next ones alone. */
async function keptByRule(page: Page): Promise<number[]> {
  const rows = await rowsHere<{ lesson: string; auto?: boolean }>(page, 'downloads');
  return rows.filter(({ auto }) => auto).map(({ lesson }) => Number(lesson));
}

/** What another device has told the server of a lesson. */
async function watchedElsewhere(
  site: Site,
  learner: Learner,
  lesson: number,
  { isDone, at }: { isDone: boolean; at: number },
): Promise<void> {
  const [course] = learner.courses;
  const time = `'${new Date(at).toISOString()}'`;
  await site.rows(
    `insert into watch_histories (user_id, lesson_id, course_id, position, position_at, position_restart, ranges,
       rate, watched_rate, is_completed, watched_at, rev)
     values (${learner.id}, ${lesson}, ${course?.id}, 50, ${time}, false, '[]', 1, ${isDone ? 1 : 0.2}, ${isDone},
       ${time}, 1)`,
  );
}

test('the next lessons are kept, watched ones go, and what was kept by hand stays', async ({
  lesson,
  learner,
  page,
  site,
}) => {
  const [course] = learner.courses;
  const [one = 0, two = 0, three = 0] = course?.lessons ?? [];
  for (const number of [2, 3]) {
    site.storeMedia(lesson.videoPath.replace('1.mp4', `${number}.mp4`), bytesOf(200_000, number));
  }
  await site.open(page, '/mypage/settings/storage');
  await page
    .getByLabel(`「${course?.name}」の次のレッスンを自動で保存`)
    .selectOption({ label: '次の2レッスン' });
  await page.getByRole('button', { name: 'いつでも' }).click();
  await expect(page.getByText('自動の保存はモバイル通信でも行います。')).toBeVisible();
  await site.open(page, '/mypage/download');
  const names = () => items(page).getByRole('link').allTextContents();
  await expect(items(page)).toHaveCount(2, keeping);
  await expect(page.locator('[data-testid=download-item][data-state=ready]')).toHaveCount(2, keeping);
  expect(await names()).toEqual(['レッスン 1', 'レッスン 2']);
  await items(page).filter({ hasText: 'レッスン 2' }).getByRole('button', { name: 'ずっと残す' }).click();
  await expect.poll(() => keptByRule(page)).toEqual([one]);

  await watchedElsewhere(site, learner, one, { isDone: true, at: Date.now() - 120_000 });
  await watchedElsewhere(site, learner, two, { isDone: true, at: Date.now() - 60_000 });
  await watchedElsewhere(site, learner, three, { isDone: false, at: Date.now() });
  await site.open(page, `/mypage/lecture/${course?.inventory}?lesson=${three}`);
  await expect.poll(() => watchesHere(page)).toBe(3);
  await site.open(page, '/mypage/download');
  await expect.poll(names, keeping).toEqual(['レッスン 2', 'レッスン 3']);
});
