import type { Locator, Page } from '@playwright/test';
import { findings } from '../axe.ts';
import { foreignWords } from '../screens/wordChecks.ts';
import { holdUndo } from '../shortLived.ts';
import { expect, type Shop, test } from './fixtures.ts';

const main = (page: Page) => page.getByRole('main');
const items = (page: Page) => page.getByTestId('cart-item');
const total = (page: Page) => page.getByTestId('cart-total');
const notices = (page: Page) => page.getByTestId('cart-notices');
const phone = { width: 390, height: 844 };

type Course = { id: number; name: string; price: number };

/** Courses that are sold for money, in the order of the catalogue. */
async function sold({ site }: Shop, count: number): Promise<Course[]> {
  return site.rows<Course>(
    `select id, name, price from courses where price between 1000 and 20000 and withdrawn is null
     and sale_ends_at is null order by "order", id limit ${count}`,
  );
}

/** What the cart of somebody comes to without a coupon. */
const yen = (value: number) => `${String(value).replace(/\B(?=(\d{3})+$)/g, ',')}円`;

async function add(page: Page, shop: Shop, { id }: Course): Promise<void> {
  await page.goto(`${shop.site.network.origin}/course/${id}`);
  await page.getByTestId('add-to-cart').click();
  const toCart = page.getByTestId('course-offer').getByRole('link', { name: 'カートを見る' });
  await expect(toCart).toBeFocused();
}

test('a guest puts two courses aside, takes one out and back, and finds both after the login', async ({
  shop,
  visit,
}) => {
  const [one, other] = (await sold(shop, 2)) as [Course, Course];
  const learner = await shop.site.learner({ ask: 'buyer' });
  const page = await visit({ as: null, at: '/cart', viewport: phone });
  await expect(main(page).getByText('カートは空です')).toBeVisible();
  await add(page, shop, one);
  await add(page, shop, other);
  await expect(page.getByTestId('cart-link')).toContainText('2');

  await page.getByTestId('cart-link').click();
  await expect(items(page)).toHaveCount(2);
  await expect(items(page).first()).toContainText(one.name);
  await expect(items(page).first()).toContainText(yen(one.price));
  await holdUndo(page, 'pointer');
  await items(page).first().getByTestId('cart-remove').click();
  await expect(items(page)).toHaveCount(1);
  await expect(main(page).getByRole('heading', { name: 'カートの中(1件)' })).toBeFocused();
  await page.getByRole('button', { name: '元に戻す' }).click();
  await expect(items(page)).toHaveCount(2);
  expect(await findings(page)).toEqual([]);
  expect.soft(await foreignWords(page, shop.site)).toEqual([]);

  // Two taps are one step.
  await page.getByTestId('to-checkout').dblclick();
  await expect(page).toHaveURL(/\/login$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/cart$/);
  await page.goForward();
  await expect(page.getByText('購入手続きに進むには、ログインか会員登録をしてください。')).toBeVisible();
  await page.getByLabel('メールアドレス').fill(learner.email);
  await page.getByLabel('パスワード', { exact: true }).fill(learner.password);
  await page.getByTestId('login-submit').click();
  // Nothing has changed by the login: it goes on by itself.
  await expect(page).toHaveURL(/\/payment\/method$/);
  await page.goBack();
  await expect(page.getByTestId('cart-link')).toContainText('2');
  await page.goto(`${shop.site.network.origin}/cart`);
  await expect(items(page)).toHaveCount(2);
  expect(await page.evaluate(() => localStorage.getItem('cart.guest') || '')).toBe('');
});

/** Presses a button, and at once whatever stands in its place as soon as that can be pressed. */
function tapTwice(button: Locator): Promise<void> {
  return button.evaluate(
    (node: HTMLElement) =>
      new Promise<void>((done) => {
        node.scrollIntoView({ block: 'center', behavior: 'instant' });
        const { left, top, width, height } = node.getBoundingClientRect();
        const watch = new MutationObserver(() => {
          const next = document
            .elementFromPoint(left + width / 2, top + height / 2)
            ?.closest<HTMLElement>('a, button:not(:disabled)');
          if (!next || next === node) return;
          watch.disconnect();
          next.click();
          done();
        });
        watch.observe(document.body, { childList: true, subtree: true, attributes: true });
        node.click();
      }),
  );
}

test('two taps put one course into the cart and leave the page; two taps take one out', async ({
  shop,
  visit,
}) => {
  const [one, other] = (await sold(shop, 2)) as [Course, Course];
  const page = await visit({ as: null, at: `/course/${one.id}`, viewport: phone });
  const offer = page.getByTestId('course-offer');
  // The bar at the lower edge stays where it is.
  await tapTwice(page.getByRole('button', { name: 'カートに入れる' }).last());
  await expect(page.getByTestId('cart-link')).toContainText('1');
  await expect(page).toHaveURL(/\/course\/\d+$/);
  await expect(offer.getByRole('link', { name: 'カートを見る' })).toBeVisible();
  await add(page, shop, other);

  await page.goto(`${shop.site.network.origin}/cart`);
  await expect(items(page)).toHaveCount(2);
  const remove = items(page).first().getByTestId('cart-remove');
  await tapTwice(remove);
  await expect(main(page).getByRole('heading', { name: 'カートの中(1件)' })).toBeFocused();
  await expect(items(page)).toHaveCount(1);
  await expect(items(page).first().getByTestId('cart-remove')).toBeEnabled();
});

test('row 3: what is not sold any more and what got dearer is told, in the cart and not at the order', async ({
  shop,
  visit,
}) => {
  const [one, other] = (await sold(shop, 2)) as [Course, Course];
  const page = await visit({ as: null, at: '/' });
  await add(page, shop, one);
  await add(page, shop, other);
  await page.goto(`${shop.site.network.origin}/cart`);
  await expect(items(page)).toHaveCount(2);
  try {
    await shop.site.rows(`update courses set withdrawn = now() where id = ${one.id}`);
    await shop.site.rows(`update courses set price = price + 500 where id = ${other.id}`);
    await page.reload();
    await expect(items(page)).toHaveCount(1);
    await expect(notices(page)).toContainText(one.name);
    await expect(notices(page)).toContainText(
      `価格が${yen(other.price)}から${yen(other.price + 500)}に変わりました。`,
    );
    await notices(page).getByRole('button', { name: '確認しました' }).click();
    await expect(notices(page)).toBeEmpty();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  } finally {
    await shop.site.rows(`update courses set withdrawn = null where id = ${one.id}`);
    await shop.site.rows(`update courses set price = ${other.price} where id = ${other.id}`);
  }
});

test('row 13: the cart of who logs out is not shown to the next one', async ({ shop, visit, buyer }) => {
  const page = await visit({ as: buyer, at: '/cart' });
  await expect(items(page)).toHaveCount(1);
  await expect(page.getByTestId('cart-link')).toContainText('1');
  await page.goto(`${shop.site.network.origin}/mypage`);
  await page.getByTestId('logout').click();
  await expect(page).toHaveURL(/\/login$/);
  await page.goto(`${shop.site.network.origin}/cart`);
  await expect(main(page).getByText('カートは空です')).toBeVisible();
  await expect(page.getByTestId('cart-link')).not.toContainText('1');
  expect(
    // A guest's own has no name in it.
    await page.evaluate(() => Object.keys(localStorage).filter((key) => /^kept\.[^.]/.test(key))),
  ).toEqual([]);
});

test('two tabs show the same cart, and a coupon is chosen, explained and left', async ({
  shop,
  visit,
  buyer,
}) => {
  const page = await visit({ as: buyer, at: '/cart' });
  const second = await page.context().newPage();
  await second.goto(`${shop.site.network.origin}/cart`);
  await expect(items(second)).toHaveCount(1);
  await expect(main(page).getByText('いちばんお得なクーポンを、自動で選びました。')).toBeVisible();
  expect.soft(await foreignWords(page, shop.site)).toEqual([]);
  const before = await total(page).textContent();
  await page.getByTestId('coupon-leave').click();
  await expect(total(page)).not.toHaveText(before ?? '');
  const full = await total(page).textContent();
  await expect(total(second)).toHaveText(full ?? '');

  await main(page).getByRole('link', { name: 'クーポンを選ぶ' }).click();
  await page.getByTestId('coupon-use').first().click();
  await expect(page).toHaveURL(/\/cart$/);
  await expect(total(page)).toHaveText(before ?? '');
  await expect(total(second)).toHaveText(before ?? '');

  await page.goto(`${shop.site.network.origin}/cart/coupon`);
  await page.getByLabel('クーポンコード').fill('nXthere22');
  await page.getByRole('button', { name: '適用する' }).click();
  await expect(page.getByTestId('coupon-error')).toContainText('クーポンコードが正しくありません。');
});

test('a course is kept for later among the bookmarks', { tag: '@long' }, async ({ shop, visit, buyer }) => {
  const [one] = (await sold(shop, 1)) as [Course];
  const page = await visit({ as: buyer, at: '/cart' });
  await page.getByRole('button', { name: `「${one.name}」をしおりに移して、あとで買う` }).click();
  await expect(main(page).getByText('カートは空です')).toBeVisible();
  await page.goto(`${shop.site.network.origin}/mypage/bookmark`);
  await expect(main(page).getByText(one.name)).toBeVisible();
});

test('without a network the cart can be read, says of when it is, and sells nothing', async ({
  shop,
  visit,
  buyer,
}) => {
  const page = await visit({ as: buyer, at: '/cart' });
  await expect(items(page)).toHaveCount(1);
  // It breaks off under the press: a page that has noticed already has its button greyed.
  const { network } = shop.site;
  const removal = /^\/api\/shop\/cart\/item\//;
  network.when('DELETE', removal, { kind: 'hold-request' }, 1);
  await page.getByTestId('cart-remove').click();
  await network.arrival('DELETE', removal);
  await network.disconnect();
  await expect(page.getByTestId('cart-error')).toBeVisible();
  await expect(items(page)).toHaveCount(1);
  await expect(page.getByTestId('to-checkout')).toBeDisabled();
  await expect(main(page).getByText('この操作にはインターネット接続が必要です。')).toBeVisible();
  await network.connect();
  await expect(page.getByTestId('to-checkout')).toBeEnabled();
});

test('an answer from before the line broke off does not put the page back online', async ({
  shop,
  visit,
  buyer,
}) => {
  const { network } = shop.site;
  const sideList = '/api/lms/favorite/';
  network.when('GET', sideList, { kind: 'hold-answer' }, 1);
  const page = await visit({ as: buyer, at: '/cart' });
  await expect(items(page)).toHaveCount(1);
  await network.arrival('GET', sideList);
  // The answer lies ready on its way while everything else breaks off.
  await expect.poll(() => network.seen('GET', sideList)[0]?.state).toBe('held');
  network.always({ kind: 'drop-request' });
  await page.getByTestId('cart-remove').click();
  await expect(page.getByTestId('to-checkout')).toBeDisabled();
  const asked = network.seen('GET', '/api/health/').length;
  network.release();
  await network.arrival('GET', '/api/health/', asked + 1);
  await expect(page.getByTestId('to-checkout')).toBeDisabled();
  network.behave();
  await expect(page.getByTestId('to-checkout')).toBeEnabled();
});

test('a full cart refuses another course in words', { tag: '@long' }, async ({ shop, visit }) => {
  const page = await visit({ as: null, at: '/course' });
  const full = Array.from({ length: 10 }, (_, at) => `bundle-${at + 1}`);
  await page.evaluate(
    (stored) =>
      localStorage.setItem(
        'cart.guest',
        JSON.stringify({ v: 1, at: Date.now(), items: stored, coupon: null }),
      ),
    full,
  );
  const [one] = (await sold(shop, 1)) as [Course];
  await page.goto(`${shop.site.network.origin}/course/${one.id}`);
  await page.getByTestId('add-to-cart').click();
  await expect(page.getByTestId('course-offer').getByRole('alert')).toContainText('10件まで');
});

for (const who of ['guest', 'member'] as const)
  test(`courses that are cheaper as a set can be changed for it by a ${who}`, {
    tag: who === 'member' ? [] : '@long',
  }, async ({ shop, visit }) => {
    const inSet = await shop.site.rows<Course>(
      `select c.id, c.name, c.price from bundle_courses b join courses c on c.id = b.course_id order by b.bundle_id, b."order" limit 2`,
    );
    const [set] = await shop.site.rows<{ name: string; price: number }>(
      'select name, price from bundles limit 1',
    );
    const take = async (page: Page) => {
      const offer = page.getByTestId('bundle-offer');
      await expect(offer).toContainText(set?.name ?? '');
      await expect(offer).toContainText(yen(set?.price ?? 0));
      expect(await findings(page)).toEqual([]);
      await offer.getByTestId('bundle-take').click();
      await expect(items(page)).toHaveCount(1);
      await expect(items(page)).toContainText(set?.name ?? '');
      await expect(offer).toHaveCount(0);
      await expect(main(page).getByRole('heading', { name: 'カートの中(1件)' })).toBeFocused();
    };
    if (who === 'guest') {
      const page = await visit({ as: null, at: '/', viewport: phone });
      for (const course of inSet) await add(page, shop, course);
      await page.getByTestId('cart-link').click();
      await take(page);
    } else {
      const member = await shop.site.learner({ ask: 'buyer' });
      const mine = await visit({ as: member, at: '/' });
      for (const course of inSet) await add(mine, shop, course);
      await mine.goto(`${shop.site.network.origin}/cart`);
      await take(mine);
      await expect(mine.getByTestId('cart-link')).toContainText('1');
    }
  });
