import type { Locator, Page } from '@playwright/test';
import { playTo } from '../lecture/fixtures.ts';
import type { DemoSite } from '../screens/fixtures.ts';
import type { Learner } from '../screens/questions.ts';
import {
  cardFrame,
  cards,
  expect,
  goToConfirm,
  leadsToOrder,
  order,
  type Shop,
  test,
  typeCard,
  waitsForNetwork,
} from './fixtures.ts';
import { payAtTill } from './orders.ts';

const main = (page: Page) => page.getByRole('main');
/** A field of the payer; what is required says so behind its name. */
const fieldOf = (page: Page, label: string) =>
  main(page).getByRole('textbox', { name: new RegExp(`^${label}`) });
/** Somebody pays the number that the page shows, at the till of the store. */
async function payShownNumber(page: Page, site: DemoSite): Promise<void> {
  const number = (await page.getByTestId('slip-number').textContent()) ?? '';
  const till = await page.context().newPage();
  await payAtTill(till, site, number);
  await till.close();
}
const orderCall = '/api/shop/order/';
/** What orders, offers or pays. */
const shopCalls = /^\/api\/shop\/(order|checkout)\//;

test.describe('from the cart to the order', { tag: '@long' }, () => {
  for (const way of [
    { method: 'card', words: 'pays with a card and its challenge' },
    { method: 'cvs', words: 'pays at a till' },
  ] as const)
    test(`a guest with two courses signs up, uses a coupon, ${way.words}, and a lesson plays`, async ({
      visit,
      shop,
    }) => {
      test.slow();
      const { site } = shop;
      const courses = await site.rows<{ id: number; price: number }>(
        `select c.id, c.price from courses c where price between 1000 and 20000 and withdrawn is null
       and sale_ends_at is null and exists (select 1 from lessons l where l.course_id = c.id and l.video is not null)
       order by "order", id limit 2`,
      );
      const page = await visit({ as: null, at: '/', viewport: { width: 390, height: 844 } });
      for (const { id } of courses) {
        await page.goto(`${site.network.origin}/course/${id}`);
        await page.getByTestId('add-to-cart').click();
        await expect(
          page.getByTestId('course-offer').getByRole('link', { name: 'カートを見る' }),
        ).toBeFocused();
      }
      await page.getByTestId('cart-link').click();
      await expect(page.getByTestId('cart-item')).toHaveCount(2);
      await page.getByTestId('to-checkout').click();

      await page.getByRole('link', { name: 'はじめての方は会員登録' }).click();
      const email = `first-purchase-${way.method}-${process.pid}@example.com`;
      // The login has an address and a password, too: what the login has not comes first.
      await page.getByLabel('本人').check();
      await page.getByLabel('メールアドレス').fill(email);
      await page.getByLabel('パスワード', { exact: true }).fill('asagao-2026-saku');
      await page.getByLabel('同意します').check();
      await page.getByRole('button', { name: '確認メールを送る' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'メールアドレスの確認' })).toBeVisible();
      await page.getByLabel('認証コード').fill((await site.mailbox.next(email)).code);
      await page.getByRole('button', { name: '認証する' }).click();
      await page.getByLabel('年', { exact: true }).selectOption('1990');
      await page.getByLabel('月', { exact: true }).selectOption('4');
      await page.getByLabel('日', { exact: true }).selectOption('11');
      await page.getByLabel('学年').selectOption('大学生・社会人');
      await page.getByRole('button', { name: '生年月日と学年だけで始める' }).click();

      await expect(page).toHaveURL(/\/payment\/method$/);
      await page.getByRole('link', { name: 'カートに戻る' }).last().click();
      await expect(page.getByTestId('cart-item')).toHaveCount(2);
      const best = (await page.getByTestId('cart-total').textContent()) ?? '';
      await page.getByTestId('coupon-leave').click();
      await expect(page.getByTestId('cart-total')).not.toHaveText(best);
      await main(page).getByRole('link', { name: 'クーポンを選ぶ' }).click();
      await page.getByTestId('coupon-use').first().click();
      await expect(page.getByTestId('cart-total')).toHaveText(best);
      await page.getByTestId('to-checkout').click();

      await page.getByTestId(`pay-method-${way.method}`).check();
      await page.getByTestId('pay-next').click();
      const payer = { 姓: '山田', 名: '花子', セイ: 'ヤマダ', メイ: 'ハナコ', 電話番号: '09012345678' };
      for (const [label, value] of Object.entries(payer)) await fieldOf(page, label).fill(value);
      if (way.method === 'card') await typeCard(page, cards.challenge);
      else await page.getByLabel(/お支払いになるお店/).selectOption({ label: 'ローソン' });
      await page.getByTestId('pay-next').click();
      await order(page);
      const made = () =>
        site.rows<{ total: number; status: string; coupon: string }>(
          `select o.total, o.status, h.state as coupon from orders o join users u on u.id = o.user_id
         join coupon_holds h on h.order_id = o.id where u.email = '${email}'`,
        );
      if (way.method === 'card') {
        await page.getByTestId('tds-pass').click();
        await page.waitForURL(/\/payment\/complete\/credit/);
      } else {
        await expect(page.getByTestId('slip-number')).toHaveText(/^\d+$/);
        // Nothing can be watched before it is paid.
        await expect(page.getByTestId('order-start')).toHaveCount(0);
        await payShownNumber(page, site);
        await expect.poll(made).toMatchObject([{ status: 'paid' }]);
        await page.reload();
      }
      const [paid] = await made();
      expect(paid).toMatchObject({ status: 'paid', coupon: 'used' });
      expect(paid?.total).toBeLessThan(courses.reduce((sum, { price }) => sum + price, 0));
      await page.getByTestId('order-start').first().click();
      await expect(page).toHaveURL(/\/mypage\/lecture\/\d+/);
      await playTo(page, 1);
    });

  /** Goes on by the keyboard until something has the focus; a way that leads past it ends. */
  async function tabTo(page: Page, place: Locator): Promise<void> {
    const isThere = () => place.evaluate((node) => node === node.ownerDocument.activeElement);
    for (let step = 0; step < 60; step++) {
      if (await isThere()) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`The keyboard does not reach ${place}.`);
  }

  test('the keyboard is enough', async ({ visit, buyer, shop }) => {
    const page = await visit({ as: buyer, at: '/cart' });
    await expect(page.getByTestId('cart-item')).toHaveCount(1);
    await tabTo(page, page.getByTestId('to-checkout'));
    await page.keyboard.press('Enter');

    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    const card = page.getByTestId('pay-method-card');
    await expect(card).toBeEnabled();
    // The ways are one stop; its arrows choose.
    await tabTo(page, card);
    await page.keyboard.press('ArrowDown');
    await expect(page.getByTestId('pay-method-cvs')).toBeChecked();
    await page.keyboard.press('ArrowUp');
    await expect(card).toBeChecked();
    await tabTo(page, page.getByTestId('pay-next'));
    await page.keyboard.press('Enter');

    await expect(page.getByTestId('card-room')).toHaveAttribute('data-status', 'ready');
    const typed = { number: cards.challenge, expiry: '1239', code: '123', holder: 'TARO YAMADA' };
    for (const [field, value] of Object.entries(typed)) {
      await tabTo(page, cardFrame(page).getByTestId(`card-${field}`));
      await page.keyboard.type(value);
    }
    await tabTo(page, page.getByTestId('pay-next'));
    await page.keyboard.press('Enter');

    await expect(page.getByTestId('confirm-text')).toBeVisible();
    await tabTo(page, page.getByTestId('confirm-agree'));
    await page.keyboard.press('Space');
    await expect(page.getByTestId('confirm-agree')).toBeChecked();
    await tabTo(page, page.getByTestId('order-confirm'));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByTestId('tds-pass'));
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/payment\/complete\/credit/);
    expect(await shop.orders(buyer)).toMatchObject([{ status: 'paid', method: 'card', attempts: 1 }]);
    await tabTo(page, page.getByTestId('order-start'));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/mypage\/lecture\/\d+/);
  });

  test('without a network no step is taken, the words say why, and what was typed stays', async ({
    visit,
    buyer,
    shop,
  }) => {
    const page = await visit({ as: buyer, at: '/payment/method' });
    const next = page.getByTestId('pay-next');
    const waits = (button: Locator) => waitsForNetwork(page, shop.site, button);
    await page.getByTestId('pay-method-cvs').check();
    await waits(next);
    await expect(page.getByTestId('pay-method-cvs')).toBeChecked();
    await next.click();
    await fieldOf(page, '姓').fill('佐藤');
    await page.getByLabel(/お支払いになるお店/).selectOption({ label: 'ローソン' });
    await waits(next);
    await expect(fieldOf(page, '姓')).toHaveValue('佐藤');
    await next.click();
    await page.getByTestId('confirm-agree').check();
    await waits(page.getByTestId('order-confirm'));
    await expect(page.getByTestId('confirm-agree')).toBeChecked();
    await page.getByTestId('order-confirm').click();
    await page.waitForURL(/\/payment\/complete\?/);
    expect(await shop.orders(buyer)).toMatchObject([{ status: 'awaiting_payment', attempts: 1 }]);
  });
});

test('a refused card, paid by another one: back, a reload and two taps order and charge once', {
  tag: '@long',
}, async ({ visit, buyer, shop }) => {
  const { network } = shop.site;
  const at = (path: string) => expect(page).toHaveURL(network.origin + path);
  const page = await visit({ as: buyer, at: '/payment/method' });
  await goToConfirm(page, { method: 'card', number: cards.limit });
  await order(page);
  const why = page.getByTestId('failed-why');
  await expect(why).toContainText('カードのご利用可能額を超えています。');
  const [made] = await shop.orders(buyer);
  const failed = `/payment/error?order=${made?.id}`;
  const purchase = `/mypage/history/${made?.id}/purchase`;
  network.forget();

  // The last page before the order is gone from the history.
  for (const path of ['/payment', '/payment/method']) {
    await page.goBack();
    await at(path);
    await leadsToOrder(page, made?.id);
    await page.reload();
    await leadsToOrder(page, made?.id);
  }
  await page.goForward();
  await page.goForward();
  await at(failed);
  await expect(why).toContainText('カードのご利用可能額を超えています。');

  // Two taps are one step, and start nothing on the page that they open.
  await page.getByTestId('pay-otherwise').dblclick();
  await at(purchase);
  const next = page.getByTestId('pay-next');
  await expect(next).toBeEnabled();
  await page.goBack();
  await at(failed);
  await expect(why).toBeVisible();
  await page.goForward();
  await at(purchase);
  await page.reload();
  await expect(next).toBeEnabled();
  expect(network.seen('POST', shopCalls)).toEqual([]);
  expect(await shop.orders(buyer)).toMatchObject([{ status: 'failed', attempts: 1 }]);

  await typeCard(page, cards.frictionless);
  await next.dblclick();
  await page.waitForURL(/\/payment\/complete\/credit/);
  const paid = page.url();
  for (const reload of [false, true]) {
    await (reload ? page.reload() : page.goBack());
    await at(purchase);
    await expect(page.getByTestId('no-retry')).toHaveText(/このご注文のお支払いは済んでいます。/);
    await expect(next).toHaveCount(0);
  }
  // What had failed has been paid: its page leads to the end.
  await page.goBack();
  await expect(page).toHaveURL(paid);
  await expect(page.getByTestId('order-start')).toBeVisible();
  expect(network.seen('POST', shopCalls).map(({ path }) => path)).toEqual([
    `/api/shop/order/${made?.id}/retry/`,
  ]);
  const tries = await shop.site.rows<{ state: string }>(
    `select a.state from payment_attempts a join orders o on o.id = a.order_id
     where o.user_id = ${buyer.id} order by a.id`,
  );
  expect(tries).toEqual([{ state: 'refused' }, { state: 'captured' }]);
  expect(await shop.orders(buyer)).toMatchObject([{ id: made?.id, status: 'paid', attempts: 2 }]);
});

test.describe('an order whose answer did not come', { tag: '@long' }, () => {
  async function confirm(page: Page): Promise<void> {
    await goToConfirm(page, { method: 'bank' });
  }

  async function only({ orders }: Shop, buyer: Learner): Promise<number | undefined> {
    const made = await orders(buyer);
    expect(made).toHaveLength(1);
    return made[0]?.id;
  }

  test('row 14: a press that a reload cut off and the next one are one order', async ({
    visit,
    buyer,
    shop,
  }) => {
    const { network } = shop.site;
    const page = await visit({ as: buyer, at: '/payment/method' });
    await confirm(page);
    network.when('POST', orderCall, { kind: 'hold-request' }, 1);
    await order(page);
    const first = await network.arrival('POST', orderCall);
    await page.reload();
    await order(page);
    await page.waitForURL(/\/payment\/complete/);
    const id = await only(shop, buyer);
    // The first one comes late.
    expect(first.delivered).toBe(0);
    network.release();
    await expect.poll(() => first.sent).toBeGreaterThan(0);
    expect(network.seen('POST', orderCall)).toHaveLength(2);
    expect(await only(shop, buyer)).toBe(id);
  });

  test('row 15: a reload finds the order by its offer', async ({ visit, buyer, shop }) => {
    const { network } = shop.site;
    const offer = /^\/api\/shop\/checkout\/./;
    const page = await visit({ as: buyer, at: '/payment/method' });
    await confirm(page);
    network.forget();
    network.when('POST', orderCall, { kind: 'drop-answer' });
    // The page asks for itself what became of it; the reload comes first.
    network.when('GET', offer, { kind: 'hold-request' }, 1);
    await order(page);
    await network.arrival('GET', offer);
    await page.reload();
    await page.waitForURL(/\/mypage\/history\/\d+$/);
    expect(new URL(page.url()).pathname).toBe(`/mypage/history/${await only(shop, buyer)}`);
  });
});
