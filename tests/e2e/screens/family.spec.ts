import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const report = (page: Page) => page.getByTestId('family-report');
const confirm = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

// product.md 2.2.A and 4.6
test('a learner shows their family seven days by a link, says a word to it, replaces it and takes it back', async ({
  site,
  visit,
  student,
}) => {
  const page = await visit({ as: student, at: '/mypage/settings' });
  await page.getByRole('link', { name: /^見守りリンク/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: '見守りリンク' })).toBeFocused();
  await button(page, '見守りリンクを作る').click();
  const link = await page.getByTestId('family-link').inputValue();
  await expect(page.getByText('まだ見られていません。')).toBeVisible();

  const word = '来週は数学をがんばる。';
  await page.getByLabel('家族へのひとこと').fill(word);
  site.loseApi();
  await button(page, 'ひとことを保存する').click();
  await expect(page.getByTestId('form-error')).toContainText('ひとことを保存できませんでした。');
  await page.reload();
  site.network.behave();
  await expect(page.getByLabel('家族へのひとこと')).toHaveValue(word);
  await button(page, 'ひとことを保存する').click();
  await expect(report(page)).toContainText(word);

  const parent = await visit({ as: null, at: new URL(link).pathname + new URL(link).search });
  await expect(parent.getByRole('heading', { level: 1, name: '見守りレポート' })).toBeVisible();
  await expect(report(parent)).toContainText(word);
  // Both see the same, whoever they are.
  expect(await report(parent).innerText()).toBe(await report(page).innerText());
  await expect(parent.getByRole('heading', { name: '費用のめやす' })).toHaveCount(0);
  await expect(parent).toHaveTitle(/^見守りレポート/);
  await page.reload();
  await expect(page.getByText('最後に見られた日時')).toBeVisible();

  await button(page, '新しいリンクに替える').click();
  await confirm(page, '新しいリンクに替える');
  await expect(page.getByTestId('family-link')).not.toHaveValue(link);
  await parent.reload();
  await expect(parent.getByTestId('family-over')).toContainText('お子さまの設定画面から再発行できます。');
  await expect(report(parent)).toHaveCount(0);

  const second = new URL(await page.getByTestId('family-link').inputValue());
  await parent.goto(site.network.origin + second.pathname + second.search);
  await expect(report(parent)).toBeVisible();
  await button(page, '見せるのをやめる').click();
  await confirm(page, '見せるのをやめる');
  await expect(button(page, '見守りリンクを作る')).toBeVisible();
  await parent.reload();
  await expect(parent.getByTestId('family-over')).toBeVisible();
  await parent.getByRole('link', { name: '保護者の方へのご案内' }).click();
  await expect(parent.getByRole('heading', { name: '費用のめやす' })).toBeVisible();
});

test('a report that cannot be fetched says so and comes when the server is back', { tag: '@long' }, async ({
  site,
  visit,
}) => {
  const page = await visit({ as: null, at: '/parent' });
  site.loseApi();
  await page.goto(`${site.network.origin}/parent?view=${'x'.repeat(43)}`);
  await expect(page.getByTestId('list-error')).toBeVisible();
  site.network.behave();
  await expect(page.getByTestId('family-over')).toBeVisible({ timeout: 90_000 });
});
