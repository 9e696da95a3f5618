import type { Page } from '@playwright/test';
import { upgradeDatabase } from '../../offline-kit/storage.ts';
import { besidePage, forgetHttpCache, newWorkerWaits } from '../../offline-kit/worker.ts';
import { answerOn, expect, handIn, on, startHere, test } from './fixtures.ts';

// exams.md 4 (frame), 7: a new version of the app in the middle of an exam

/** Answers whether this is the document still that was marked. */
async function markDocument(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => Object.assign(window, { isTheSame: true }));
  return () =>
    page
      .evaluate(() => 'isTheSame' in window)
      .catch((error) => {
        // Asked in the very moment in which another one takes its place.
        if (/context was destroyed/.test(String(error))) return false;
        throw error;
      });
}

test('rows 58, 59 and 61: a new version is there, wants another schema, and the old files are gone; the exam goes on', {
  tag: '@long',
}, async ({ device, hall, taker }) => {
  const { site } = hall;
  const { origin } = site.network;
  const page = await device({ as: taker, at: hall.path('info') });
  const keys = await hall.keys('info');
  await startHere(page);
  const isSame = await markDocument(page);
  const first = await answerOn(page, keys, 1);
  const other = await page.context().newPage();
  await other.goto(`${origin}/mypage/mockexam/${hall.id}`);
  const isOtherSame = await markDocument(other);

  site.deployment.deploy('B2');
  await newWorkerWaits(page);
  await forgetHttpCache(page);
  // The other tab may ask for it; it waits.
  const bar = other.getByTestId('update-bar');
  await bar.getByRole('button').first().click();
  await expect(bar.getByRole('button').first()).toBeDisabled();
  const beside = await besidePage(page.context(), `${origin}/version.json`);
  let hasUpgraded = false;
  const upgraded = upgradeDatabase(beside, /^x_/).then(() => {
    hasUpgraded = true;
  });

  const second = await answerOn(page, keys, 2);
  await expect(on(page, 'exam-save-state')).toHaveAttribute('data-state', 'saved');
  await expect(page.getByTestId('update-bar')).toHaveCount(0);
  await on(page, 'exam-list').click();
  await page.getByRole('dialog', { name: '問題の一覧' }).getByRole('button', { name: '閉じる' }).click();
  await on(page, 'exam-check').click();
  expect(hasUpgraded).toBe(false);
  await handIn(page);
  await expect(on(page, 'exam-receipt')).toBeVisible();
  expect([await isSame(), await isOtherSame()]).toEqual([true, true]);
  const { id } = await hall.attempt(taker, 'info');
  expect(await hall.answers(id)).toEqual({ ...first, ...second });

  // It is over: the page may be left, and both get what they wait for.
  await on(page, 'exam-checkresult').getByRole('link', { name: '模試のページへ' }).click();
  await upgraded;
  await expect.poll(isOtherSame).toBe(false);
});

test('row 61: without a worker too nothing is fetched of the app once the time runs', {
  tag: '@long',
}, async ({ visit, hall, taker }) => {
  const { site } = hall;
  const page = await visit({ as: taker, at: hall.path('info') });
  const keys = await hall.keys('info');
  await startHere(page);
  site.deployment.deploy('B2');
  await forgetHttpCache(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!/^\/(api|accounts)\//.test(pathname) && !request.url().startsWith('blob:')) asked.push(pathname);
  });
  const chosen = await answerOn(page, keys, 2);
  await page.locator('#root').getByRole('button', { name: '受験の設定' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '閉じる' }).click();
  await on(page, 'exam-check').click();
  await handIn(page);
  await expect(on(page, 'exam-receipt')).toBeVisible();
  const { id } = await hall.attempt(taker, 'info');
  expect(await hall.answers(id)).toEqual(chosen);
  expect(asked.filter((path) => path.startsWith('/assets/'))).toEqual([]);
});
