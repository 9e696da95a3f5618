import { dumpDatabases } from '../../offline-kit/databases.ts';
import { expect, follow, test } from './fixtures.ts';

test.use({ isInstalled: true });

// product.md 2.0.1: what waits is seen beside the thing itself and, all together, on one screen.

test('what waits is shown beside the thing and on the sync screen, and can be sent from there', async ({
  site,
  learner,
  page,
}) => {
  const [first] = learner.courses;
  await site.settle(page, learner, ['bookmark']);
  await site.network.disconnect();
  await page.getByTestId('bookmark-item').first().getByRole('button').click();
  await expect(page.getByTestId('sync-mark')).toHaveText('送信待ち');
  await page.getByTestId('status-strip').getByRole('link', { name: 'くわしく' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '同期' })).toBeVisible();
  const item = page.getByTestId('waiting-item');
  await expect(item).toContainText(`しおりを外す「${first?.name}」`);
  await expect(item).toContainText(/(今|昨)日 \d+:\d\d/);
  await expect(item).toContainText('送信待ち');
  await expect(page.getByRole('heading', { name: '1件が送信を待っています' })).toBeVisible();
  await page.getByRole('button', { name: '今すぐ送る' }).click();
  await expect(page.getByText('まだ送信できません。')).toBeVisible();

  // The server is back, the app does not know it, and the learner does not wait.
  site.network.when('GET', /^\/api\//, { kind: 'drop-request' });
  await site.network.connect();
  await page.getByRole('button', { name: '今すぐ送る' }).click();
  await expect(page.getByRole('heading', { name: 'すべて送信済みです' })).toBeVisible();
  site.network.behave();
  await expect(page.getByText(/最後に送信できたのは (今|昨)日 \d+:\d\d/)).toBeVisible();
  const rows = await site.rows(
    `select is_check from bookmarks where user_id = ${learner.id} and not is_check`,
  );
  expect(rows).toHaveLength(1);
  await follow(page, '/mypage/bookmark');
  await expect(page.getByTestId('bookmark-item').first()).toBeVisible();
  await expect(page.getByTestId('sync-mark')).toHaveCount(0);
});

// offline.md 5.10: a bookmark is the wish to have the course at hand.
test('the texts of a bookmarked course are on the device, also of lessons never opened', async ({
  site,
  learner,
  page,
}) => {
  const second = learner.courses[1];
  const lesson = second?.lessons.at(-1);
  const text = '電車の中で読む文章';
  await site.rows(`update lessons set body_html = '<p>${text}</p>' where id = ${lesson}`);
  await site.settle(page, learner, ['course']);
  const asked = () =>
    site.network.seen('GET', '/api/lms/lesson/').filter(({ search }) => search === `?course=${second?.id}`)
      .length;
  expect(asked()).toBe(0);
  const card = page.getByTestId('inventory-item').filter({ hasText: second?.name ?? '' });
  await card.getByRole('button', { name: /しおり/ }).click();
  await expect.poll(asked).toBe(1);
  await expect
    .poll(async () => JSON.stringify(await dumpDatabases(page)))
    .toContain(`lesson-texts:${second?.id}`);
  await site.network.disconnect();
  await site.open(page, `/mypage/lecture/${second?.inventory}?lesson=${lesson}`);
  await expect(page.locator('main').getByText(text)).toBeVisible();
});
