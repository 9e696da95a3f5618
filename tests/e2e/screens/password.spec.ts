import type { Page } from '@playwright/test';
import { heardFromBar } from '../shortLived.ts';
import { expect, test } from './fixtures.ts';

const fresh = 'himawari-77-natsu';

async function typeNew(page: Page, password: string, confirm = password): Promise<void> {
  await page.getByLabel('新しいパスワード', { exact: true }).fill(password);
  await page.getByLabel('新しいパスワード(確認用)').fill(confirm);
}

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByTestId('login-id').fill(email);
  await page.getByTestId('login-password').fill(password);
  await page.getByTestId('login-submit').click();
}

test('a forgotten password is set anew by the mailed link, which works once', async ({
  site,
  visit,
  student,
}) => {
  const page = await visit({ as: null, at: '/login' });
  await page.getByRole('link', { name: 'パスワードを忘れた方' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'パスワードの再設定' })).toBeVisible();
  await page.getByLabel('メールアドレス').fill(student.email);
  await page.getByRole('button', { name: '再設定メールを送る' }).click();
  await expect(page.getByText('登録がある場合、再設定用のメールを送信しました。')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'メールを確認してください' })).toBeFocused();
  const { link } = await site.mailbox.next(student.email);

  await page.goto(site.network.origin + link);
  await typeNew(page, 'short', 'other');
  await page.getByRole('button', { name: 'パスワードを設定する' }).click();
  await expect(page.getByTestId('form-error').getByRole('link')).toHaveText([
    'パスワードは8〜64文字で、英字と数字をそれぞれ1文字以上使ってください。',
    '確認用のパスワードが一致しません。',
  ]);
  await typeNew(page, student.password);
  await page.getByRole('button', { name: 'パスワードを設定する' }).click();
  await expect(page.getByText('前回と同じパスワードは使えません。').last()).toBeVisible();
  await typeNew(page, fresh);
  await page.getByRole('button', { name: 'パスワードを設定する' }).click();
  await expect(page).toHaveURL(/\/login\/password\/reset\/complete$/);
  await page.getByRole('main').getByRole('link', { name: 'ログインへ' }).click();
  await logIn(page, student.email, fresh);
  await expect(page).toHaveURL(/\/mypage$/);

  await page.goto(site.network.origin + link);
  await expect(page.getByRole('heading', { name: 'このリンクは使えません' })).toBeVisible();
  await page.getByRole('link', { name: 'もう一度送る' }).click();
  await expect(page.getByRole('button', { name: '再設定メールを送る' })).toBeVisible();
  const other = await visit({ as: student, at: '/mypage/course' });
  await expect(other).toHaveURL(/\/login$/);
});

test('who has to change the password comes to that first, and back; other devices are logged out', async ({
  site,
  visit,
  student,
}) => {
  const elsewhere = await site.learner({ ask: 'session', email: student.email, password: student.password });
  const page = await visit({ as: student, at: '/mypage/course' });
  await expect(page.getByTestId('inventory-item').first()).toBeVisible();
  await site.rows(`update users set must_change_password = true where id = ${student.id}`);
  // Not by its link: a call behind the screen may have led away from there already.
  await page.evaluate(() => {
    history.pushState(null, '', '/mypage');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(page).toHaveURL(/\/login\/password\/change$/);
  await expect(page.getByText('安全のため、新しいパスワードを設定してください。')).toBeVisible();
  await page.goto(`${site.network.origin}/mypage/favorite`);
  await expect(page).toHaveURL(/\/login\/password\/change$/);

  await page.getByLabel('現在のパスワード').fill('wrong-password-1');
  await typeNew(page, fresh);
  await page.getByRole('button', { name: 'パスワードを変更する' }).click();
  await expect(page.getByText('現在のパスワードが正しくありません。').last()).toBeVisible();
  await expect(page.getByLabel('現在のパスワード')).toBeFocused();
  await page.getByLabel('現在のパスワード').fill(student.password);
  const heard = await heardFromBar(page);
  await page.getByRole('button', { name: 'パスワードを変更する' }).click();
  await expect.poll(heard).toContain('パスワードを変更しました。');
  await expect(page).toHaveURL(/\/mypage\/favorite$/);
  await expect(page.getByTestId('favorite-item').first()).toBeVisible();
  const other = await visit({ as: elsewhere, at: '/mypage/course' });
  await expect(other).toHaveURL(/\/login$/);

  await page.getByRole('link', { name: '設定' }).first().click();
  await page
    .getByRole('region', { name: 'アカウント' })
    .getByRole('link', { name: /^パスワード/ })
    .click();
  await expect(page).toHaveURL(/\/mypage\/settings\/password$/);
  await page.getByLabel('現在のパスワード').fill(fresh);
  await typeNew(page, 'asagao-2026-saku');
  await page.getByRole('button', { name: 'パスワードを変更する' }).click();
  await expect(page).toHaveURL(/\/mypage\/settings$/);
  await page.reload();
  await expect(page.getByRole('region', { name: 'アカウント' })).toContainText(student.email);
});
