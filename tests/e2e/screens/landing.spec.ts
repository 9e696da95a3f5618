import type { Page } from '@playwright/test';
import { isKept } from '../../scripted-server/stored.ts';
import { expect, test } from './fixtures.ts';

const phone = { width: 390, height: 844 };
const main = (page: Page) => page.getByRole('main');
const stories = (page: Page) => page.getByTestId('story');
/** Campaigns of the demo have dates of their own; these tests must not end with them. */
const isRunning = `update campaigns set starts = now() - interval '1 day', ends = now() + interval '10 days'
  where key like 'exam-%' returning key`;
const copy = (page: Page) => main(page).getByText(/^\d{1,2}:\d{2}時点の内容$/);

test('the page of the mock exam leads to those that can be entered, and lets its screen be tried', async ({
  visit,
  student,
}) => {
  const page = await visit({ as: null, at: '/konomoshi', viewport: phone });
  await expect(page.getByRole('heading', { level: 1 })).toContainText('本番と同じ');
  await expect(main(page).getByRole('link', { name: '模試を見る・申し込む' }).first()).toHaveAttribute(
    'href',
    '/mypage/mockexam',
  );
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/konomoshi$/);
  await expect(page.getByTestId('shell')).toHaveAttribute('data-session', 'out');

  const exam = page.getByTestId('try-exam');
  await exam.getByRole('radio', { name: '2', exact: true }).check();
  await exam.getByRole('button', { name: '次の問題' }).click();
  await exam.getByRole('button', { name: 'あとで見直す' }).click();
  await expect(exam.getByRole('button', { name: '問題2(まだ・見直す)' })).toBeVisible();
  await exam.getByRole('radio', { name: 'だから' }).check();
  await expect(exam.getByRole('status')).toHaveText('まだ答えていない問題が1問あります。');
  await exam.getByRole('button', { name: '問題1(解答ずみ)' }).click();
  await expect(exam.getByRole('radio', { name: '2', exact: true })).toBeChecked();
  await exam.getByRole('button', { name: '採点する' }).click();
  await expect(exam.getByText('3問中1問正解です。')).toBeFocused();
  await expect(exam.getByText('正解: けれども')).toBeVisible();
  await exam.getByRole('button', { name: 'もう一度解く' }).click();
  await expect(exam.getByRole('button', { name: '問題1(まだ)' })).toBeVisible();

  await main(page).getByRole('link', { name: 'お知らせを見る' }).first().click();
  await expect(page).toHaveURL(/\/notice$/);

  await page.goBack();
  await main(page).getByRole('link', { name: '開催通知を受け取る' }).click();
  await page.getByTestId('login-id').fill(student.email);
  await page.getByTestId('login-password').fill(student.password);
  await page.getByTestId('login-submit').click();
  await expect(page).toHaveURL(/\/mypage\/settings$/);
  await expect(page.getByRole('heading', { name: '通知', exact: true })).toBeVisible();
});

test('the subscription names its price, its terms and that it cannot be bought yet', async ({ visit }) => {
  const page = await visit({ as: null, at: '/konoshiki' });
  await expect(page.getByRole('heading', { level: 1 })).toContainText('診断が決める');
  await expect(
    main(page)
      .getByText(/申込みは、まだ受け付けていません。/)
      .first(),
  ).toBeVisible();
  await expect(page.getByRole('row', { name: /^1科目/ })).toContainText('2,980円');
  await expect(page.getByTestId('shell')).toHaveAttribute('data-session', 'out');
  await main(page).getByRole('link', { name: 'コノシキ利用規約を読む' }).click();
  await expect(page).toHaveURL(/\/konoshiki-eula$/);
  await page.goBack();
  await main(page).getByRole('link', { name: '無料で会員登録' }).first().click();
  await expect(page).toHaveURL(/\/signup$/);
});

test('stories are marked as samples, are filtered by the address, and lead to the courses', {
  tag: '@long',
}, async ({ site, visit }) => {
  const page = await visit({ as: null, at: '/success/2025' });
  await expect(stories(page)).toHaveCount(4);
  await expect(stories(page).filter({ hasText: '見本(実在の人の体験談ではありません)' })).toHaveCount(4);
  await expect(main(page).getByText('いま載せられる数はありません。')).toBeVisible();
  await main(page).getByLabel('地域').selectOption('関東');
  await expect(stories(page)).toHaveCount(2);
  await main(page).getByLabel('学部・学科').selectOption('理学部');
  await expect(page.getByTestId('list-empty')).toContainText('条件に合う体験記がありません');
  await page.getByRole('link', { name: '条件をリセット' }).click();
  await expect(stories(page)).toHaveCount(4);
  await page.goto(`${site.network.origin}/success/2025?region=近畿`);
  await expect(stories(page)).toHaveCount(1);
  await page.getByRole('link', { name: '体験記の講座を見る' }).click();
  await expect(page.getByRole('heading', { name: '体験記に出てくる講座' })).toBeInViewport();
  await expect(page).toHaveURL(/region=.*#courses$/);

  await page.getByRole('navigation', { name: '年度を選ぶ' }).getByRole('link', { name: '2022年度' }).click();
  await expect(page).toHaveTitle('2022年度 合格体験記|コノマナビ');
  await expect(main(page).getByText('掲載当時の内容です。')).toBeVisible();
  await expect.poll(() => isKept(page, '["site","success","2022"]')).toBe(true);
  site.loseApi();
  await page.reload();
  await expect(stories(page)).toHaveCount(2);
  await expect(copy(page)).toBeVisible();
  site.network.behave();

  const told = { year: 2024, years: [2025, 2024, 2022], rule: '数え方の説明', stories: [], courses: [] };
  const totals = [{ name: '見本高校', count: 1200, note: '延べ人数ではありません' }];
  site.network.when('GET', /^\/api\/cms\/success\/2024\/$/, {
    kind: 'answer',
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...told, totals }),
  });
  await page.goto(`${site.network.origin}/success/2024`);
  await expect(page.getByTestId('list-empty')).toContainText('この年度の体験記は準備中です。');
  await expect(page.getByRole('row', { name: '見本高校' })).toContainText('1,200人');
  await expect(main(page).getByText('数え方の説明')).toBeVisible();
  await page.goto(`${site.network.origin}/success/1999`);
  await expect(page.getByTestId('not-found')).toBeVisible();
});

test('a campaign counts its days, and its variant goes along to the sign-up', async ({ site, visit }) => {
  await site.rows(isRunning);
  const page = await visit({ as: null, at: '/campaign/exam-student', viewport: phone });
  await expect(main(page).getByText(/まで あと10日$/)).toBeVisible();
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/campaign\/exam-student$/);
  await expect(page.getByRole('navigation', { name: '現在のページ' })).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: '規約など' }).getByRole('link')).toHaveCount(4);
  await expect(stories(page).filter({ hasText: '見本' })).toHaveCount(2);

  await page.goto(`${site.network.origin}/campaign/exam-student-ver1`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('あと何回');
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/campaign\/exam-student$/);
  await page.getByTestId('course-card').first().getByRole('link').click();
  await expect(page).toHaveURL(/\/course\/\d+$/);
  await page.locator('summary[aria-label="メニュー"]').click();
  await page.getByRole('banner').getByRole('link', { name: '会員登録' }).click();
  const email = `variant-${process.pid}@example.com`;
  await page.getByLabel('メールアドレス').fill(email);
  await page.getByLabel('パスワード', { exact: true }).fill('asagao-2026-saku');
  await page.getByLabel('本人').check();
  await page.getByLabel('同意します').check();
  await page.getByRole('button', { name: '確認メールを送る' }).click();
  await expect(page).toHaveURL(/\/signup\/verify$/);
  expect(await site.rows(`select campaign from signups where email = '${email}'`)).toEqual([
    { campaign: 'exam-student-ver1' },
  ]);
});

test('for parents the campaign shows a sample week and leads to what is sold; an ended one to the courses of today', {
  tag: '@long',
}, async ({ site, visit }) => {
  await site.rows(isRunning);
  const page = await visit({ as: null, at: '/campaign/exam-parent' });
  await expect(page.getByRole('heading', { level: 1 })).toContainText('受験前の家庭で');
  await expect(main(page).getByText('見本 この7日間の学習')).toBeVisible();
  await expect(main(page).getByRole('link', { name: '無料で会員登録' }).first()).toHaveAttribute(
    'href',
    '/signup?campaign=exam-parent',
  );
  const sold = page.getByTestId('course-card');
  await expect(sold).toHaveCount(3);
  await sold.first().getByRole('link').click();
  await expect(page).toHaveURL(/\/course\/\d+$/);
  await expect(page.getByTestId('add-to-cart').first()).toBeVisible();
  await page.goto(`${site.network.origin}/campaign/summer-2024`);
  await expect(page.getByTestId('campaign-ended')).toHaveText(
    'このキャンペーンは2024年8月31日に終了しました。',
  );
  await expect(page.getByTestId('course-card')).toHaveCount(5);
  await main(page).getByRole('link', { name: '現在の講座を見る' }).first().click();
  await expect(page).toHaveURL(/\/course$/);
  await page.goBack();
  await expect(page.getByTestId('campaign-ended')).toBeVisible();
  await expect.poll(() => isKept(page, '["site","campaign","summer-2024"]')).toBe(true);
  site.loseApi();
  await page.reload();
  await expect(page.getByTestId('campaign-ended')).toBeVisible();
  await expect(copy(page)).toBeVisible();
  // With a query it is made in the browser, which has nothing; made by the server it brings its words along.
  await page.goto(`${site.network.origin}/campaign/exam-student?lesson=1`);
  await expect(page.getByText('この画面はまだ保存されていません')).toBeVisible();
  await page.goto(`${site.network.origin}/campaign/exam-student`);
  await expect(stories(page).filter({ hasText: '見本' })).toHaveCount(2);
  site.network.behave();
  await page.goto(`${site.network.origin}/campaign/winter`);
  await expect(page.getByTestId('not-found')).toBeVisible();
});
