import type { Page } from '@playwright/test';
import type { Learner } from '../screens/questions.ts';
import { cards, expect, goToConfirm, order, type Shop, test, typeCard } from './fixtures.ts';
import { payAtTill, placeOrder, statusOf } from './orders.ts';

const main = (page: Page) => page.getByRole('main');
const money = (page: Page) => page.getByTestId('order-money');
const yen = (value: number) => `${value.toLocaleString('ja-JP')}円`;

/** Orders by a card that is refused, and answers the order. */
async function refused(page: Page, shop: Shop, buyer: Learner): Promise<{ id: number; total: number }> {
  await goToConfirm(page, { method: 'card', number: cards.limit });
  await order(page);
  await expect(page.getByTestId('failed-charge')).toHaveText('料金は発生していません。');
  const [made] = await shop.orders(buyer);
  if (!made) throw new Error('nothing was ordered');
  return made;
}

/** Opens each page about an order; none of them says that nothing was charged. `then`: what else must be there. */
async function neverUncharged(
  page: Page,
  { site }: Shop,
  id: number | string,
  then: { order: () => Promise<void>; purchase: () => Promise<void>; failed: () => Promise<void> },
): Promise<void> {
  for (const [path, look] of [
    [`/mypage/history/${id}`, then.order],
    [`/mypage/history/${id}/purchase`, then.purchase],
    [`/payment/error?order=${id}`, then.failed],
  ] as const) {
    await page.goto(site.network.origin + path);
    await look();
    await expect(main(page)).not.toContainText('料金は発生していません');
  }
}

test.describe('money that an order does not know what to do with', { tag: '@long' }, () => {
  test('row 64: a charge of another sum is being looked into; nobody pays again or calls it off', async ({
    visit,
    buyer,
    shop,
  }) => {
    const page = await visit({ as: buyer, at: '/payment/method' });
    const { id } = await refused(page, shop, buyer);
    // As the books have it once the gateway has charged another sum than was asked for.
    await shop.site.rows(
      `update payment_attempts set state = 'captured', received = 9000, failure = null, error_code = null
       where order_id = ${id}`,
    );
    await shop.site.rows(`update orders set status = 'authenticating' where id = ${id}`);
    const held = '9,000円を受け取り、内容を確認しています。二重に請求されることはありません。';
    await neverUncharged(page, shop, id, {
      order: async () => {
        await expect(page.getByTestId('order-status')).toHaveText('確認しています');
        await expect(money(page)).toContainText(held);
        await expect(page.getByTestId('order-retry')).toHaveCount(0);
        await expect(page.getByTestId('order-cancel')).toHaveCount(0);
      },
      purchase: async () => {
        await expect(page.getByTestId('no-retry')).toContainText(held);
        await expect(page.getByTestId('pay-next')).toHaveCount(0);
      },
      failed: async () => {
        await expect(page.getByTestId('failed-why')).toContainText(
          'もう一度お支払いになる必要はありません。',
        );
        await expect(page.getByTestId('failed-charge')).toContainText(held);
      },
    });
  });

  test('row 40: a charge found after the failure goes back, and the reason says nothing of it', async ({
    visit,
    buyer,
    shop,
  }) => {
    const page = await visit({ as: buyer, at: '/payment/method' });
    const { id, total } = await refused(page, shop, buyer);
    await shop.site.rows(
      `update payment_attempts set state = 'extra', received = ${total}, failure = 'tds' where order_id = ${id}`,
    );
    const back = `カードへの請求(${yen(total)})を確認しました。全額を返金します。`;
    await neverUncharged(page, shop, id, {
      order: () => expect(money(page)).toContainText(back),
      purchase: () => expect(page.getByTestId('pay-method-cvs')).toBeVisible(),
      failed: async () => {
        await expect(page.getByTestId('failed-why')).toHaveText('本人認証が完了しませんでした。');
        await expect(page.getByTestId('failed-charge')).toContainText(back);
      },
    });
  });

  test('row 73: a till paid after the order was called off is told, and nothing is bought again before', async ({
    site,
    shop,
    visit,
  }) => {
    const buyer = await site.learner({ ask: 'buyer' });
    const { id, number, total } = await placeOrder(site, buyer, { method: 'cvs', cvs_code: '10001' });
    const page = await visit({ as: buyer, at: `/mypage/history/${id}` });
    await page.getByTestId('order-cancel').click();
    await page.getByTestId('cancel-confirm').click();
    await expect.poll(() => statusOf(site, buyer, id)).toBe('canceled');
    await page.reload();
    await expect(money(page)).toHaveText('料金は発生していません。');
    await expect(page.getByTestId('order-again')).toBeVisible();

    const till = await page.context().newPage();
    await payAtTill(till, site, number);
    await till.close();
    const received = () =>
      site.rows<{ received: number }>(`select received from payment_attempts where order_id = ${id}`);
    await expect.poll(received).toEqual([{ received: total }]);
    const late = `取り消した後のご入金を確認しました。担当者がご連絡します。受け取った金額は${yen(total)}です。`;
    await neverUncharged(page, shop, id, {
      order: async () => {
        await expect(money(page)).toContainText(late);
        await expect(page.getByTestId('order-again')).toHaveCount(0);
      },
      purchase: async () => {
        await expect(page.getByTestId('no-retry')).toContainText(late);
        await expect(page.getByTestId('order-again')).toHaveCount(0);
      },
      failed: () => expect(page.getByTestId('failed-charge')).toContainText(late),
    });
    await page.goto(`${site.network.origin}/mypage/history`);
    await expect(page.getByTestId('order-row')).toContainText(`${yen(total)}を受け取りました`);
  });

  test('row 77: a part of a transfer that ran out is owed back, and no rest is asked for', async ({
    site,
    shop,
    visit,
  }) => {
    const buyer = await site.learner({ ask: 'buyer' });
    const { id } = await placeOrder(site, buyer, { method: 'bank' });
    await site.rows(
      `update payment_attempts set state = 'expired', received = 2000, fenced_at = now() where order_id = ${id}`,
    );
    await site.rows(`update orders set status = 'expired', due_at = null where id = ${id}`);
    const page = await visit({ as: buyer, at: `/mypage/history/${id}` });
    const part = 'お振り込みは一部(2,000円)だけでした。受け取った金額は、すべて返金します。';
    await neverUncharged(page, shop, id, {
      order: async () => {
        await expect(money(page)).toContainText(part);
        await expect(main(page)).toContainText('受け取った金額');
        await expect(main(page)).not.toContainText('残りの金額');
      },
      purchase: () => expect(page.getByTestId('no-retry')).toContainText(part),
      failed: () => expect(page.getByTestId('failed-charge')).toContainText(part),
    });
  });
});

test('row 46: cards that are locked only when the button is pressed: the hour and the other ways are named', {
  tag: '@long',
}, async ({ visit, buyer, shop }) => {
  const page = await visit({ as: buyer, at: '/payment/method' });
  const { id } = await refused(page, shop, buyer);
  await page.getByTestId('pay-otherwise').click();
  await typeCard(page, cards.frictionless);
  // Four more refusals, elsewhere.
  await shop.site.rows(
    `insert into payment_attempts (order_id, n, method, gateway_order_id, amount, asked_from, state, return_ref,
       failure, ended_at, created, modified)
     select order_id, n + g, method, gateway_order_id || 'X' || g, amount, asked_from, state, return_ref || g,
       failure, ended_at, created, modified
     from payment_attempts, generate_series(1, 4) as g where order_id = ${id}`,
  );
  await page.getByTestId('pay-next').click();
  await expect(page.getByTestId('pay-error')).toContainText(
    /お支払いを続けて確認できませんでした。\d+:\d\d以降にお試しいただくか、コンビニ・銀行振込をご利用ください。/,
  );
});

test('a plan whose card is refused is advised another card, and no other way', { tag: '@long' }, async ({
  visit,
  buyer,
  shop,
}) => {
  const { site } = shop;
  const [plan] = await site.rows<{ id: number }>(
    'select id from plans where trial_days = 0 and withdrawn is null order by id limit 1',
  );
  const page = await visit({ as: buyer, at: `/payment/method?plan=plan-${plan?.id}` });
  await page.getByTestId('pay-next').click();
  await typeCard(page, cards.limit);
  await page.getByTestId('pay-next').click();
  await expect(page.getByTestId('confirm-text')).toBeVisible();
  await order(page);
  await expect(page.getByTestId('failed-why')).toHaveText(
    'カードのご利用可能額を超えています。別のカードでお試しください。',
  );
  await expect(page.getByTestId('failed-charge')).toHaveText('料金は発生していません。');
  await expect(main(page)).not.toContainText('コンビニ');
  await page.getByTestId('pay-otherwise').click();
  await expect(page.getByTestId('pay-method-card')).toBeChecked();
  await expect(page.getByTestId('pay-method-cvs')).toBeDisabled();
  await expect(main(page)).toContainText('同じお申し込みのまま、カードを選び直してお支払いになれます。');
});
