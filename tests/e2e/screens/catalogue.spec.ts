import type { Locator, Page } from '@playwright/test';
import { isKept } from '../../scripted-server/stored.ts';
import { type DemoSite, expect, test } from './fixtures.ts';
import { demo } from './screens.ts';
import { structured } from './structured.ts';

const cards = (page: Page) => page.getByTestId('course-card');
const main = (page: Page) => page.getByRole('main');
const offer = (page: Page) => page.getByTestId('course-offer');
const isList = /^\/api\/lms\/course\/$/;
const isCourse = /^\/api\/lms\/course\/\d+\/$/;

/** Number of a course of the demo by its key in the pack. */
async function courseId(site: DemoSite, key: string): Promise<number> {
  const [row] = await site.rows<{ id: number }>(`select id from courses where key = '${key}'`);
  return row?.id ?? 0;
}

/** Everything the browser complains about on the page, violations of the content policy among them. */
function complaints(page: Page): string[] {
  const found: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') found.push(message.text());
  });
  page.on('pageerror', (error) => found.push(error.message));
  return found;
}

test('a guest searches and filters, and the address says what is shown', async ({ visit }) => {
  const page = await visit({ as: null, at: '/course' });
  await expect(cards(page)).toHaveCount(8);
  await expect(main(page).getByRole('status').filter({ hasText: '8講座' })).toBeVisible();
  const first = cards(page).first();
  await expect(first).toContainText(/[\d,]+円\(税込\)/);
  await expect(first).toContainText(/16レッスン・.*分/);
  await expect(first).not.toContainText('購入済み');

  await page.getByRole('searchbox').fill('ｱﾙｺﾞﾘｽﾞﾑ');
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page)).toContainText('情報I');
  await page.getByRole('button', { name: '検索をやめる' }).click();
  await expect(cards(page)).toHaveCount(8);

  await page.getByRole('navigation', { name: '教科で絞り込む' }).getByRole('link', { name: '数学' }).click();
  await expect(cards(page)).toHaveCount(2);
  await page.getByLabel('価格').selectOption({ label: '10,000円まで' });
  await expect(cards(page)).toHaveCount(1);
  await expect(page).toHaveURL(/\/course\?subject=math&price=10000$/);
  await page.reload();
  await expect(cards(page)).toHaveCount(1);
  await page.getByLabel('学年').selectOption({ label: '社会人' });
  await expect(page.getByTestId('list-empty')).toContainText('該当する講座がありません');
  await page.getByTestId('list-empty').getByRole('link', { name: '条件をリセット' }).click();
  await expect(cards(page)).toHaveCount(8);
  await expect(page).toHaveURL(/\/course$/);

  await page.getByLabel('並び順').selectOption({ label: '価格が高い順' });
  await expect(cards(page).first()).toContainText('12,800円');
  await expect(cards(page).last()).toContainText('9,800円');
});

test('a course sold for a time says until when, and is found by it', { tag: '@long' }, async ({
  site,
  visit,
}) => {
  // One that no test reads without scripts: its served page may say for a minute that the sale is over.
  const id = await courseId(site, 'information-1');
  const sellUntil = (end: string) => site.rows(`update courses set sale_ends_at = ${end} where id = ${id}`);
  const page = await visit({ as: null, at: '/course' });
  await expect(cards(page)).toHaveCount(8);
  await expect(page.getByLabel('販売期間')).toHaveCount(0);
  await sellUntil(`'2126-03-31T23:59:59+09:00'`);
  try {
    await page.reload();
    await page.getByLabel('販売期間').selectOption({ label: '期間限定のみ' });
    await expect(page).toHaveURL(/\/course\?limited=1$/);
    await expect(cards(page)).toHaveCount(1);
    await expect(cards(page)).toContainText('2126年3月31日まで');
    await cards(page).getByRole('link').click();
    await expect(offer(page)).toContainText('販売期間: 2126年3月31日まで');

    await sellUntil(`now() - interval '1 minute'`);
    await page.reload();
    await expect(offer(page)).toContainText('販売を終了しました。');
    await expect(offer(page)).not.toContainText('円');
  } finally {
    await sellUntil('null');
  }
});

test('on a phone most filters wait behind a button that says how many are chosen', async ({ visit }) => {
  const page = await visit({
    as: null,
    at: '/course?grade=h1&price=10000',
    viewport: { width: 390, height: 844 },
  });
  const unfold = page.getByRole('button', { name: '絞り込み(2件選択中)' });
  await expect(unfold).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByLabel('学年')).toBeHidden();
  await expect(cards(page).first()).toBeInViewport();
  await unfold.focus();
  await page.keyboard.press('Enter');
  await expect(unfold).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByLabel('学年')).toHaveValue('h1');
  await page.getByLabel('学年').selectOption({ label: 'すべて' });
  await expect(page).toHaveURL(/\/course\?price=10000$/);
  await page.getByRole('button', { name: '絞り込み(1件選択中)' }).click();
  await expect(page.getByLabel('価格')).toBeHidden();

  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByLabel('価格')).toHaveValue('10000');
  await expect(page.getByRole('button', { name: /^絞り込み/ })).toBeHidden();
});

test('a learner puts a bookmark on a course of the catalogue and finds it again', async ({
  site,
  visit,
  student,
}) => {
  const name = '日本史 近世から近代へ';
  const ribbon = (page: Page) => page.getByRole('button', { name: `「${name}」にしおりを付ける` });
  const guest = await visit({ as: null, at: '/course' });
  await expect(cards(guest)).toHaveCount(8);
  await expect(guest.getByRole('button', { name: /にしおりを付ける$/ })).toHaveCount(0);

  const page = await visit({ as: student, at: '/course' });
  await expect(page.getByRole('button', { name: /にしおりを付ける$/ })).toHaveCount(8);
  await expect(ribbon(page)).toHaveAttribute('aria-pressed', 'false');
  await ribbon(page).click();
  await expect(ribbon(page)).toHaveAttribute('aria-pressed', 'true');
  const id = await courseId(site, 'japanese-history');
  const kept = `select is_check from bookmarks where user_id = ${student.id} and course_id = ${id}`;
  await expect.poll(() => site.rows(kept)).toEqual([{ is_check: true }]);

  await cards(page).getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
  await expect(ribbon(page)).toHaveAttribute('aria-pressed', 'true');
  await page.goto(`${site.network.origin}/mypage/bookmark`);
  const row = page.getByTestId('bookmark-item').filter({ hasText: name });
  await row.getByRole('link', { name }).click();
  await expect(page).toHaveURL(`${site.network.origin}/course/${id}`);
});

test('a guest reads everything about a course, watches the sample, and comes back after the login', async ({
  site,
  visit,
  student,
}) => {
  const page = await visit({ as: null, at: '/course' });
  const found = complaints(page);
  await cards(page).getByRole('link', { name: demo.course }).click();
  await expect(page.getByRole('heading', { level: 1, name: demo.course })).toBeFocused();
  await expect(page).toHaveTitle(`${demo.course}|コノマナビ`);
  for (const heading of ['どんな講座ですか', '対象', '学び方', '目次', 'この講座の講師', 'よくある質問']) {
    await expect(main(page).getByRole('heading', { level: 2, name: heading })).toBeVisible();
  }
  await expect(main(page).getByText('三平方の定理', { exact: true })).toBeVisible();
  await expect(main(page).getByText('無料で見られます', { exact: true })).toHaveCount(1);
  await expect(offer(page)).toContainText('12,800円(税込)');
  await expect(offer(page)).toContainText('購入から365日間');
  await expect(offer(page).getByTestId('add-to-cart')).toHaveText('カートに入れる');

  const video = main(page).locator('video');
  await expect(video).toHaveCount(0);
  await main(page)
    .getByRole('button', { name: /^サンプル授業「.*」を再生する$/ })
    .click();
  await expect(video).toHaveAttribute('controls');
  await expect(video).toBeFocused();
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.textTracks.length)).toBe(1);
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(0.2);
  const board = main(page).getByRole('list', { name: 'この授業の板書' }).getByRole('img').first();
  await board.scrollIntoViewIfNeeded();
  await expect
    .poll(() => board.evaluate((picture: HTMLImageElement) => picture.naturalWidth))
    .toBeGreaterThan(0);

  // It comes after the page.
  await expect
    .poll(() => structured(page))
    .toMatchObject({
      Course: {
        name: demo.course,
        provider: { '@type': 'Organization', name: 'コノマナビ' },
        offers: [{ price: 12800, priceCurrency: 'JPY' }],
      },
      BreadcrumbList: {
        itemListElement: [{ name: 'ホーム' }, { name: '講座を探す' }, { name: demo.course }],
      },
    });
  const address = page.locator('link[rel=canonical]');
  await expect(address).toHaveAttribute('href', page.url().replace(/[?#].*$/, ''));
  expect(found).toEqual([]);

  await offer(page).getByRole('link', { name: 'ログイン' }).click();
  await page.getByTestId('login-id').fill(student.email);
  await page.getByTestId('login-password').fill(student.password);
  await page.getByTestId('login-submit').click();
  await expect(page).toHaveURL(new RegExp(`/course/${await courseId(site, 'hs-math-1')}$`));
  await offer(page).getByRole('link', { name: '学習を始める' }).click();
  // The lesson it opens with is added to the address.
  await expect(page).toHaveURL(/\/mypage\/lecture\/\d+/);
});

test('a guest sees pages of the textbook, small in a row and each as a whole; a course without any has no row', {
  tag: '@long',
}, async ({ site, visit }) => {
  const id = await courseId(site, 'hs-math-1');
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ]) {
    const page = await visit({ as: null, at: `/course/${id}`, viewport });
    const row = main(page).getByRole('list', { name: 'テキストの見本' });
    // Read in its place, under the first view.
    expect(await row.evaluate((list) => list.getBoundingClientRect().top)).toBeGreaterThan(viewport.height);
    const pictures = row.getByRole('img');
    await expect(pictures).toHaveCount(2);
    for (const [i, number] of [1, 5].entries()) {
      const picture = pictures.nth(i);
      await expect(picture).toHaveAccessibleName(`テキスト${number}ページの見本`);
      await picture.scrollIntoViewIfNeeded();
      const sizes = () =>
        picture.evaluate(({ naturalWidth, naturalHeight, width, height }: HTMLImageElement) => ({
          natural: [naturalWidth, naturalHeight],
          isWhole: Math.abs(width / height - naturalWidth / naturalHeight) < 0.01,
        }));
      await expect.poll(sizes).toEqual({ natural: [888, 1260], isWhole: true });
    }
    const opened = page.waitForEvent('popup');
    await row.getByRole('link', { name: 'テキスト5ページの見本' }).click();
    const whole = await opened;
    await expect(whole).toHaveURL(/\/media\/public\/demo\/hs-math-1\/sample-2\.[0-9a-f]{12}\.avif$/);
  }

  const without = { id, name: demo.course, textbook_bundle: 1, sample: null, textbook_samples: [] };
  site.network.when('GET', isCourse, {
    kind: 'answer',
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(without),
  });
  const page = await visit({ as: null, at: '/course' });
  await cards(page).getByRole('link', { name: demo.course }).click();
  await expect(main(page).getByRole('heading', { name: '教材' })).toBeVisible();
  await expect(main(page).getByText('テキストの見本')).toHaveCount(0);
});

test('members see what is theirs, and the way into the cart for what is not', async ({
  site,
  visit,
  student,
}) => {
  const page = await visit({ as: student, at: '/course' });
  await expect(cards(page).filter({ hasText: demo.course })).toContainText('購入済み');
  await expect(cards(page).filter({ hasText: demo.expiredCourse })).toContainText('視聴期限切れ');
  await cards(page).getByRole('link', { name: demo.expiredCourse }).click();
  await expect(offer(page)).toContainText('視聴期限が終了しています。');
  await expect(offer(page).getByRole('link', { name: '記録を見る' })).toBeVisible();

  const other = await visit({
    as: await site.learner({ ask: 'newcomer' }),
    at: `/course/${await courseId(site, 'hs-math-1')}`,
  });
  await expect(offer(other).getByTestId('add-to-cart')).toHaveText('カートに入れる');
  await offer(other).getByRole('link', { name: 'サンプル授業を見る' }).click();
  await expect(main(other).getByRole('button', { name: /^サンプル授業「.*」を再生する$/ })).toBeInViewport();
});

test('on a phone a sample is a small picture beside its name until it is played', { tag: '@long' }, async ({
  visit,
  site,
}) => {
  const at = `/course/${await courseId(site, 'chemistry-basic')}`;
  const page = await visit({ as: null, at, viewport: { width: 390, height: 844 } });
  const play = main(page).getByRole('button', { name: /^サンプル授業「.*」を再生する$/ });
  const widthOf = async (place: Locator) => (await place.boundingBox())?.width ?? 0;
  expect(await widthOf(play)).toBeLessThan(160);
  // What the course is about can be read before any picture has come (performance.md).
  await expect(main(page).getByRole('heading', { name: 'どんな講座ですか' })).toBeInViewport();
  await play.click();
  const video = main(page).locator('video');
  await expect(video).toBeFocused();
  expect(await widthOf(video)).toBeGreaterThan(340);
});

test('a course that is off sale says so, one that does not exist is not found', async ({ site, visit }) => {
  const id = await courseId(site, 'hs-math-1');
  site.network.when('GET', isCourse, {
    kind: 'answer',
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id, name: demo.course, sale_status: 'ended', price: 12800, sample: null }),
  });
  const page = await visit({ as: null, at: `/course/${id}` });
  await expect(offer(page)).toContainText('販売を終了しました。');
  await expect(offer(page)).not.toContainText('円');
  site.network.behave();
  await page.goto(`${site.network.origin}/course/999999`);
  await expect(page.getByTestId('not-found')).toBeVisible();
});

test('without a network the last copy stands with its time, what was never opened says so', async ({
  site,
  visit,
}) => {
  const id = await courseId(site, 'hs-math-1');
  const page = await visit({ as: null, at: '/course' });
  await expect(cards(page)).toHaveCount(8);
  await cards(page).getByRole('link', { name: demo.course }).click();
  await expect(offer(page)).toBeVisible();
  await expect.poll(() => isKept(page, `["catalogue","course","${id}"]`)).toBe(true);
  site.loseApi();
  const copy = main(page).getByText(/^\d{1,2}:\d{2}時点の内容$/);
  for (const path of [`/course/${id}`, '/course']) {
    await page.goto(site.network.origin + path);
    await expect(copy).toBeVisible();
    await expect(main(page).getByText(demo.course).first()).toBeVisible();
  }
  // Inside the app: the server itself would send the page with its answer.
  await cards(page).getByRole('link', { name: demo.expiredCourse }).click();
  const card = main(page).getByTestId('list-error');
  await expect(card).toContainText('この画面はまだ保存されていません');
  await expect(card.getByRole('link')).toHaveCount(0);
  site.bringApiBackUnnoticed();
  await card.getByTestId('list-retry').click();
  await expect(page.getByRole('heading', { level: 1, name: demo.expiredCourse })).toBeVisible();
});

test('after a long visit what was read first is there without a network, too', { tag: '@long' }, async ({
  site,
  visit,
}) => {
  const page = await visit({ as: null, at: '/course' });
  const readAll = async (links: Locator, mark: Locator) => {
    await expect(links).toHaveCount(8);
    for (const link of await links.all()) {
      await link.click();
      await expect(mark).toBeVisible();
      await page.goBack();
      await expect(links).toHaveCount(8);
    }
  };
  await readAll(cards(page).getByRole('heading').getByRole('link'), offer(page));
  await page.getByRole('contentinfo').getByRole('link', { name: '講師紹介' }).click();
  await readAll(
    page.getByTestId('teacher-card').getByRole('link'),
    main(page).getByRole('heading', { name: '経歴' }),
  );
  site.loseApi();
  await page.getByRole('contentinfo').getByRole('link', { name: '講座を探す' }).click();
  // What only this page remembers is gone with it.
  await page.reload();
  const first = cards(page).first().getByRole('heading');
  const name = (await first.textContent()) ?? '';
  await first.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(main(page).getByText(/^\d{1,2}:\d{2}時点の内容$/)).toBeVisible();
});

test('a failure of the server is told with its number, and tried again', { tag: '@long' }, async ({
  site,
  visit,
}) => {
  site.failAt(isList);
  const page = await visit({ as: null, at: '/course' });
  await expect(main(page).getByTestId('list-error')).toContainText('受付番号 scripted-500');
  site.network.behave();
  await main(page).getByTestId('list-retry').click();
  await expect(cards(page)).toHaveCount(8);
});

test('what a member saw of the catalogue is gone with the logout', async ({ site, visit, student }) => {
  const page = await visit({ as: student, at: '/course' });
  await expect(cards(page).filter({ hasText: demo.course })).toContainText('購入済み');
  const kept = () =>
    page.evaluate(() =>
      Object.entries(localStorage).flatMap(([key, value]) =>
        String(value).includes('"is_purchased":true') ? [key] : [],
      ),
    );
  await page.reload();
  await expect.poll(kept).not.toEqual([]);
  await page.goto(`${site.network.origin}/mypage/settings`);
  await page.getByTestId('logout').click();
  await expect(page).toHaveURL(/\/login$/);
  await expect.poll(kept).toEqual([]);
});
