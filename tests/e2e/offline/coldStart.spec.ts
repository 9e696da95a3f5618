import type { Page } from '@playwright/test';
import { workerIsWarm } from '../../offline-kit/worker.ts';
import { isKept } from '../../scripted-server/stored.ts';
import { expect, follow, type Site, test } from './fixtures.ts';
import type { Learner } from './questions.ts';

/** The stored screens, with the server gone. */
async function expectEverythingStored(page: Page, site: Site, learner: Learner): Promise<void> {
  const [first, second] = learner.courses;
  await site.open(page, '/mypage/course');
  await expect(page.getByTestId('inventory-item').filter({ hasText: first?.name })).toBeVisible();
  await expect(page.getByTestId('inventory-item').filter({ hasText: second?.name })).toBeVisible();
  await follow(page, '/mypage/bookmark');
  await expect(page.getByTestId('bookmark-item')).toContainText(first?.name ?? '');
  await follow(page, '/mypage/favorite');
  await expect(page.getByTestId('favorite-item')).toContainText(first?.name ?? '');
  await follow(page, '/mypage/notice');
  await expect(page.locator('main').getByText(learner.notice)).toBeVisible();
}

test.describe('with the server dead', () => {
  test('a cold start finds library, bookmark, favorite and notice', async ({ site, learner, device }) => {
    await site.settle(await device.tab(), learner);
    await site.shutDown();
    await device.closeTabs();
    const page = await device.tab();
    await expectEverythingStored(page, site, learner);
    await expect(page.getByTestId('shell')).toHaveAttribute('data-session', 'in');
    await expect(page.getByTestId('status-strip')).toContainText('オフライン');
  });

  test('a new browser process on the same profile finds them too', { tag: '@long' }, async ({
    site,
    learner,
    device,
  }) => {
    await site.settle(await device.tab(), learner);
    await site.network.disconnect();
    await device.restart();
    await expectEverythingStored(await device.tab(), site, learner);
  });

  test('a guest finds the catalogue and the course they have read', { tag: '@long' }, async ({
    site,
    learner,
    device,
  }) => {
    const page = await device.tab();
    const [course] = learner.courses;
    const name = course?.name ?? '';
    await site.open(page, '/course');
    await expect(page.getByTestId('course-card').first()).toBeVisible();
    await expect.poll(() => isKept(page, '["catalogue","courses",')).toBe(true);
    await site.open(page, `/course/${course?.id}`);
    await expect(page.getByTestId('course-offer')).toBeVisible();
    await expect.poll(() => isKept(page, `["catalogue","course","${course?.id}"]`)).toBe(true);
    await workerIsWarm(page);
    await site.network.disconnect();
    await device.restart();
    const next = await device.tab();
    await site.open(next, '/course');
    await expect(next.getByTestId('course-card').first()).toBeVisible();
    await site.open(next, `/course/${course?.id}`);
    await expect(next.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(next.getByRole('main').getByText(/時点の内容$/)).toBeVisible();
  });
});
