import type { Page } from '@playwright/test';
import { isKept, keys } from '../../scripted-server/stored.ts';
import { expect, test } from './fixtures.ts';
import { demo } from './screens.ts';

const password = 'asagao-2026-saku';
let made = 0;

/** An address that nobody has used in this run. */
function newEmail(): string {
  made += 1;
  return `hanako-${process.pid}-${made}@example.com`;
}

async function fillSignup(page: Page, email: string): Promise<void> {
  await page.getByLabel('メールアドレス').fill(email);
  await page.getByLabel('パスワード', { exact: true }).fill(password);
  await page.getByLabel('本人').check();
  await page.getByLabel('同意します').check();
  await page.getByRole('button', { name: '確認メールを送る' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'メールアドレスの確認' })).toBeVisible();
}

async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('認証コード').fill(code);
  await page.getByRole('button', { name: '認証する' }).click();
}

async function logIn(page: Page, email: string, given: string): Promise<void> {
  await page.getByTestId('login-id').fill(email);
  await page.getByTestId('login-password').fill(given);
  await page.getByTestId('login-submit').click();
}

/** Another code of six digits. */
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

test('from the page that was wanted through sign-up, code and profile to the first lesson', async ({
  site,
  visit,
}) => {
  test.slow();
  const email = newEmail();
  const page = await visit({ as: null, at: '/mypage/course' });
  await page.getByRole('link', { name: 'はじめての方は会員登録' }).click();
  await expect(page).toHaveURL(/\/signup$/);

  await page.getByRole('button', { name: '確認メールを送る' }).click();
  const summary = page.getByTestId('form-error');
  await expect(summary.getByRole('link')).toHaveText([
    'メールアドレスを入力してください。',
    'パスワードを入力してください。',
    '登録する人を選択してください。',
    '利用規約・プライバシーポリシーへの同意が必要です。',
  ]);
  await expect(page.getByLabel('メールアドレス')).toBeFocused();
  await fillSignup(page, `  ${email.toUpperCase()}`);
  await expect(page.getByText(`${email} に確認メールを送りました。`)).toBeVisible();

  const { code, subject } = await site.mailbox.next(email);
  expect(subject).toContain('認証コード');
  await typeCode(page, otherThan(code));
  await expect(page.getByText('認証コードが正しくありません。(残り4回)').last()).toBeVisible();
  await expect(page.getByLabel('認証コード')).toBeFocused();
  await page.reload();
  // The lists of a learner come when somebody asks for them: a course given meanwhile must be in them.
  site.failAt('/api/lms/inventory/');
  await typeCode(page, `${code.slice(0, 3)} ${code.slice(3)}`);
  await expect(page.getByRole('heading', { level: 1, name: 'プロフィールの入力' })).toBeVisible();
  await expect(page.getByTestId('shell')).toHaveAttribute('data-session', 'in');
  const stored = await page.evaluate(
    (key) => [localStorage.getItem(key), sessionStorage.getItem(key), document.cookie.includes(key)],
    keys.access,
  );
  expect(stored).toEqual([expect.stringMatching(/^Bearer /), stored[0], true]);
  await site.rows(`insert into inventories (user_id, course_id, created, modified)
    select u.id, c.id, now(), now() from users u, courses c where u.email = '${email}' and c.key = 'hs-math-1'`);
  site.network.behave();

  await page.goto(`${site.network.origin}/mypage/course`);
  await expect(page).toHaveURL(/\/signup\/complete$/);
  await page.getByRole('button', { name: '生年月日と学年だけで始める' }).click();
  await expect(page.getByText('生年月日を正しく選択してください。').last()).toBeVisible();
  await page.getByLabel('年', { exact: true }).selectOption('2000');
  await expect(page.getByLabel('保護者の方のお名前')).toBeHidden();
  const young = String(new Date().getFullYear() - 15);
  await page.getByLabel('年', { exact: true }).selectOption(young);
  await page.getByLabel('月', { exact: true }).selectOption('4');
  await page.getByLabel('日', { exact: true }).selectOption('11');
  await page.getByLabel('学年').selectOption('高校1年生');
  await page.getByLabel('セイ', { exact: true }).fill('やまだ');
  await page.getByLabel('メイ', { exact: true }).fill('ﾊﾅｺ');
  await page.getByLabel('保護者の方のお名前').fill('山田 太郎');
  await page.getByLabel('続柄').selectOption('父');
  await page.getByLabel('保護者の方のメールアドレス').fill(email);
  await page.getByRole('button', { name: '学習を始める' }).click();
  await expect(page.getByLabel('保護者の方のメールアドレス')).toHaveAttribute('aria-invalid', 'true');
  // What is typed is stored a moment later.
  await expect.poll(() => isKept(page, `"guardian.email":"${email}"`)).toBe(true);
  await page.reload();
  await expect(page.getByLabel('セイ', { exact: true })).toHaveValue('ヤマダ');
  const guardian = `parent-${email}`;
  await page.getByLabel('保護者の方のメールアドレス').fill(guardian);
  await page.getByRole('button', { name: '学習を始める' }).click();

  await expect(page).toHaveURL(/\/mypage\/course$/);
  await page.getByTestId('inventory-item').getByRole('link', { name: demo.course }).click();
  await expect(page.getByText('この授業の目標')).toBeVisible();
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 1);

  const parent = await visit({ as: null, at: (await site.mailbox.next(guardian)).link });
  await expect(
    parent.getByText('さんがコノマナビに会員登録し、山田 太郎 様を保護者として登録しました。'),
  ).toBeVisible();
  await parent.getByRole('button', { name: '同意する' }).click();
  await expect(parent.getByText('への同意が必要です。').last()).toBeVisible();
  await parent.getByLabel('同意します').check();
  await parent.getByRole('button', { name: '同意する' }).click();
  await expect(parent.getByRole('heading', { name: 'ご回答ありがとうございました' })).toBeVisible();
  expect((await site.mailbox.next(email)).subject).toContain('確認が完了しました');
});

test('a parent reads, looks at a course and signs a child up; the child starts the sample lesson', {
  tag: '@long',
}, async ({ site, visit }) => {
  const email = newEmail();
  const page = await visit({ as: null, at: '/parent', viewport: { width: 390, height: 844 } });
  const main = page.getByRole('main');
  await main.getByRole('link', { name: '料金と始め方を見る' }).click();
  await expect(main.getByRole('heading', { name: '費用のめやす' })).toBeInViewport();
  await main.getByRole('link', { name: '講座ごとの料金を見る' }).click();
  await main.getByTestId('course-card').getByRole('link', { name: demo.course }).click();
  await expect(page.getByRole('heading', { level: 1, name: demo.course })).toBeVisible();
  const course = new URL(page.url()).pathname;
  await page.getByTestId('course-offer').getByRole('link', { name: '無料で会員登録' }).click();

  await page.getByLabel('メールアドレス').fill(email);
  await page.getByLabel('パスワード', { exact: true }).fill(password);
  await page.getByRole('radio', { name: /^保護者/ }).check();
  await page.getByLabel('同意します').check();
  await page.getByRole('button', { name: '確認メールを送る' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'メールアドレスの確認' })).toBeVisible();
  await typeCode(page, (await site.mailbox.next(email)).code);

  await expect(page.getByRole('heading', { level: 1, name: 'プロフィールの入力' })).toBeVisible();
  await page.getByLabel('年', { exact: true }).selectOption(String(new Date().getFullYear() - 15));
  await page.getByLabel('月', { exact: true }).selectOption('4');
  await page.getByLabel('日', { exact: true }).selectOption('11');
  await page.getByLabel('学年').selectOption('高校1年生');
  await page.getByLabel('保護者の方のお名前').fill('山田 太郎');
  await page.getByLabel('続柄').selectOption('父');
  // The account has the parent's own address, and they may have no other.
  await page.getByLabel('保護者の方のメールアドレス').fill(email);
  await page.getByRole('button', { name: '学習を始める' }).click();
  await expect(page).toHaveURL(new RegExp(`${course}$`));

  const parent = await visit({ as: null, at: (await site.mailbox.next(email)).link });
  await parent.getByLabel('同意します').check();
  await parent.getByRole('button', { name: '同意する' }).click();
  await expect(parent.getByRole('heading', { name: 'ご回答ありがとうございました' })).toBeVisible();

  await page.getByTestId('course-offer').getByRole('link', { name: 'サンプル授業を見る' }).click();
  const play = page.getByRole('button', { name: /^サンプル授業「.*」を再生する$/ });
  await expect(play).toBeInViewport();
  await play.press('Enter');
  await expect(page.getByRole('region', { name: 'サンプル授業' }).locator('video')).toBeFocused();
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0);
});

test('a known address meets the same screens, and only its mail says so; another mail comes after a minute', {
  tag: '@long',
}, async ({ site, visit, student }) => {
  const page = await visit({ as: null, at: '/signup' });
  await page.clock.install();
  await fillSignup(page, student.email);
  const resend = page.getByRole('button', { name: /^コードを再送する/ });
  await expect(resend).toBeDisabled();
  const mail = await site.mailbox.next(student.email);
  expect([mail.code, mail.link]).toEqual(['', '/login']);
  await typeCode(page, '000000');
  await expect(page.getByText('(残り4回)').last()).toBeVisible();
  await page.clock.fastForward(61_000);
  // The server's own minute must not be over by now, however long the machine has taken.
  await site.rows(
    `update signups set resend_at = now() + interval '1 hour' where email = '${student.email}'`,
  );
  await resend.click();
  await expect(page.getByText('再送できませんでした。')).toContainText(/\d+分後/);
  await site.rows(`update signups set resend_at = now() where email = '${student.email}'`);
  await resend.click();
  await expect(page.getByText('新しい確認メールを送りました。')).toBeVisible();
  await expect(resend).toBeDisabled();
  expect((await site.mailbox.next(student.email)).subject).toBe(mail.subject);
  for (const left of [4, 3, 2, 1, 0]) {
    await typeCode(page, '000000');
    await expect(page.getByText(`(残り${left}回)`).last()).toBeVisible();
  }
  await expect(page.getByRole('button', { name: '認証する' })).toBeDisabled();
  await expect(page.getByText('このコードはもう使えません。')).toBeVisible();
});

test('the button of the mail ends the sign-up where it began; elsewhere it asks for an own password', async ({
  site,
  visit,
}) => {
  test.slow();
  const [mine, theirs] = [newEmail(), newEmail()];
  const page = await visit({ as: null, at: '/signup' });
  await fillSignup(page, mine);
  await page.goto(site.network.origin + (await site.mailbox.next(mine)).link);
  await expect(page).toHaveURL(/\/signup\/complete$/);

  const stranger = await visit({ as: null, at: '/signup' });
  await fillSignup(stranger, theirs);
  const { link } = await site.mailbox.next(theirs);
  const owner = await visit({ as: null, at: link });
  await expect(owner.getByRole('heading', { name: 'パスワードを決めてください' })).toBeVisible();
  await expect(owner.getByLabel('メールアドレス')).toHaveValue(theirs);
  await owner.getByLabel('パスワード', { exact: true }).fill('himawari-77-natsu');
  await owner.getByRole('button', { name: '登録する' }).click();
  await expect(owner.getByText('への同意が必要です。').last()).toBeVisible();
  await owner.getByLabel('同意します').check();
  await owner.getByRole('button', { name: '登録する' }).click();
  await expect(owner).toHaveURL(/\/signup\/complete$/);
  await stranger.goto(`${site.network.origin}/login`);
  await logIn(stranger, theirs, password);
  await expect(stranger.getByTestId('login-error')).toContainText('正しくありません。');

  await page.goto(site.network.origin + link);
  await expect(page.getByRole('heading', { name: 'すでにログインしています' })).toBeVisible();
  await expect(page.getByTestId('shell')).toHaveAttribute('data-session', 'in');
});
