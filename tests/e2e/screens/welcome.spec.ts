import type { Page } from '@playwright/test';
import { heardFromBar } from '../shortLived.ts';
import { expect, test } from './fixtures.ts';
import { structured } from './structured.ts';

const blue = (page: Page) => page.getByTestId('blue-alert');

async function fill(page: Page, email: string, password: string): Promise<void> {
  await page.getByTestId('login-id').fill(email);
  await page.getByTestId('login-password').fill(password);
}

test('a guest finds the welcome and the way in', async ({ visit }) => {
  const page = await visit({ as: null, at: '/' });
  // The page of the build is there before the app, which alone moves the focus to the next title.
  await expect(page.getByTestId('shell')).toHaveAttribute('data-session', 'out');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('圏外でも');
  await expect(page.getByRole('heading', { name: 'コノマナビでできること' })).toBeVisible();
  await page
    .getByRole('navigation', { name: 'どなたですか' })
    .getByRole('link', { name: '保護者の方へ' })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.getByRole('main').getByRole('link', { name: '無料で会員登録' }).first().click();
  await expect(page).toHaveURL(/\/signup$/);
});

test('the welcome shows what is there now: a lesson to try, subjects, courses, stories, notices', async ({
  visit,
}) => {
  const page = await visit({ as: null, at: '/' });
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'おすすめの講座' })).toBeVisible();
  await main.getByRole('link', { name: '無料で試し見する' }).click();
  const sample = page.getByRole('region', { name: 'サンプル授業' });
  await expect(sample).toBeInViewport();
  await sample.getByRole('button', { name: /を再生する$/ }).click();
  await expect
    .poll(() => sample.locator('video').evaluate((video: HTMLVideoElement) => video.paused))
    .toBe(false);
  await expect(main.getByTestId('course-card')).toHaveCount(3);
  await expect(main.getByRole('link', { name: /受験シーズンの学び直し/ }).first()).toContainText(/まで/);
  const plan = main.getByRole('region', { name: 'コノシキは、3つの手順で進みます' });
  await expect(plan.getByRole('listitem')).toHaveCount(3);
  await expect(plan).toContainText('申込みはまだ受け付けていません');
  await expect(plan.getByRole('link')).toHaveAttribute('href', '/konoshiki');
  const exam = main.getByRole('region', { name: 'コノ模試', exact: true });
  await expect(exam).toContainText('自宅で受けられる模試です。');
  await expect(exam.getByRole('link')).toHaveAttribute('href', '/konomoshi');
  await expect(main.getByTestId('story').first()).toContainText('見本');
  await expect(main.getByRole('list', { name: 'お知らせ' }).getByRole('link').first()).toBeVisible();
  await main.getByRole('link', { name: '物理', exact: true }).click();
  await expect(page).toHaveURL(/\/course\?subject=/);
  await expect(page.getByTestId('course-card')).toHaveCount(1);
});

test('without its answer the welcome is whole all the same, and leads to the samples', async ({
  visit,
  site,
}) => {
  site.failAt('/api/cms/home/');
  const page = await visit({ as: null, at: '/' });
  await expect.poll(() => site.network.seen('GET', '/api/cms/home/').length).toBeGreaterThan(0);
  await expect(page.getByRole('heading', { name: 'よくある質問' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'おすすめの講座' })).toHaveCount(0);
  await page.getByRole('link', { name: '講座とサンプル授業を見る' }).click();
  await expect(page).toHaveURL(/\/course$/);
});

test('without the server the welcome shows its last copy, and of when it is', async ({ visit, site }) => {
  const page = await visit({ as: null, at: '/' });
  await expect(page.getByRole('heading', { name: 'おすすめの講座' })).toBeVisible();
  site.loseApi();
  await page.reload();
  await expect(page.getByText(/時点の内容$/)).toBeVisible();
  await expect(page.getByTestId('course-card')).toHaveCount(3);
});

test('search engines are told of questions and address, and on the next page no more', async ({ visit }) => {
  const page = await visit({ as: null, at: '/' });
  const address = page.locator('link[rel=canonical]');
  await expect
    .poll(() => structured(page))
    .toMatchObject({
      Organization: { name: 'コノマナビ' },
      FAQPage: { mainEntity: [{ name: 'どの端末で使えますか。' }, {}, {}] },
    });
  await expect(address).toHaveAttribute('href', new URL('/', page.url()).href);
  await page.getByRole('main').getByRole('link', { name: '無料で会員登録' }).first().click();
  await expect(page).toHaveURL(/\/signup$/);
  await expect.poll(() => structured(page)).toEqual({});
  await expect(address).toHaveCount(0);
});

test('a member goes on to study', async ({ visit, student }) => {
  const page = await visit({ as: student, at: '/' });
  await expect(page).toHaveURL(/\/mypage$/);
  await expect(page.getByRole('heading', { level: 1, name: /美咲さん$/ })).toBeVisible();
});

test('logging in and out says so in the blue bar, for three seconds', async ({ visit, student }) => {
  const page = await visit({ as: null, at: '/login' });
  await page.clock.install();
  await fill(page, student.email, student.password);
  // From here on time passes only where the test says so: the bar's seconds are not those of a busy machine.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByTestId('login-submit').click();
  await expect(async () => {
    await page.clock.runFor(5);
    expect(page.url()).toMatch(/\/mypage$/);
  }).toPass({ intervals: [100] });
  await expect(blue(page)).toHaveText('ログインしました。');
  await expect(blue(page)).toHaveAttribute('data-phase', 'shown');
  await page.clock.fastForward(3000);
  await expect(blue(page)).toHaveAttribute('data-phase', 'fading');
  await page.clock.fastForward(200);
  await expect(blue(page)).toHaveCount(0);
  await page.clock.resume();
  const heard = await heardFromBar(page);
  await page.getByTestId('logout').click();
  await expect.poll(heard).toContain('ログアウトしました。');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByTestId('shell')).toHaveAttribute('data-session', 'out');
});

test('who wanted a page gets it after the login', async ({ visit, student }) => {
  const page = await visit({ as: null, at: '/mypage/favorite' });
  await expect(page.getByText('続きを見るには、ログインしてください。')).toBeVisible();
  await fill(page, student.email, student.password);
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('favorite-item').first()).toBeVisible();
});

test('the form of the login: what is missing, wrong, seen, and typed without a connection', async ({
  site,
  visit,
  student,
}) => {
  const page = await visit({ as: null, at: '/login' });
  await test.step('an empty form names its fields and leads to the first one', async () => {
    await page.getByTestId('login-submit').click();
    const error = page.getByTestId('login-error');
    await expect(error).toContainText('メールアドレスを入力してください。');
    await expect(error).toContainText('パスワードを入力してください。');
    await expect(page.getByTestId('login-id')).toBeFocused();
    await expect(page.getByTestId('login-id')).toHaveAttribute('aria-invalid', 'true');
    await error.getByRole('link', { name: 'パスワードを入力してください。' }).click();
    await expect(page.getByTestId('login-password')).toBeFocused();
  });
  await test.step('the password can be looked at', async () => {
    await page.getByTestId('login-password').fill('himitsu-1');
    await expect(page.getByTestId('login-password')).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: '表示する' }).click();
    await expect(page.getByTestId('login-password')).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: '隠す' }).click();
    await expect(page.getByTestId('login-password')).toHaveAttribute('type', 'password');
  });
  await test.step('a wrong password is told, and what was typed stays', async () => {
    await fill(page, student.email, 'wrong-password-1');
    await page.getByTestId('login-submit').click();
    await expect(page.getByTestId('login-error')).toContainText(
      'メールアドレスまたはパスワードが正しくありません。',
    );
    await expect(page.getByTestId('login-id')).toHaveValue(student.email);
  });
  await test.step('without a connection the login says so and keeps what was typed', async () => {
    await fill(page, student.email, student.password);
    site.loseApi();
    await page.getByTestId('login-submit').click();
    await expect(page.getByTestId('login-error')).toContainText('インターネットにつながっていない');
    site.network.behave();
    await page.getByTestId('login-submit').click();
    await expect(page).toHaveURL(/\/mypage$/);
  });
});

test('the whole login goes by keyboard', async ({ visit, student }) => {
  const page = await visit({ as: null, at: '/login' });
  await page.getByTestId('login-id').focus();
  await page.keyboard.type(student.email);
  await page.keyboard.press('Tab');
  await expect(page.getByTestId('login-password')).toBeFocused();
  await page.keyboard.type(student.password);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('checkbox', { name: 'ログインしたままにする' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByTestId('login-submit')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/mypage$/);
});
