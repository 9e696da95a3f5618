import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import { test as base, type DemoSite } from '../screens/fixtures.ts';
import type { Learner } from '../screens/questions.ts';

/** A card of the scripted gateway, by what it does. */
export const cards = {
  challenge: '4111111111111111',
  frictionless: '5555555555554444',
  /** Not enough money on it (42G02). */
  limit: '4000000000000044',
  /** The line to the card company is broken (42C): nobody knows for a while whether it was charged. */
  line: '4000000000000101',
} as const;

/** What the database says of an order. */
export type StoredOrder = { id: number; status: string; method: string; total: number; attempts: number };

/** A buyer with a cart, and what became of their orders. */
export type Shop = {
  site: DemoSite;
  /** Puts courses that cost something into a cart. */
  fill: (who: Learner, count?: number) => Promise<void>;
  /** The orders of somebody, oldest first. */
  orders: (who: Learner) => Promise<StoredOrder[]>;
};

async function paidCourses(site: DemoSite, count: number): Promise<number[]> {
  const rows = await site.rows<{ id: number }>(
    `select id from courses where price between 1000 and 20000 and sale_ends_at is null order by "order", id limit ${count}`,
  );
  return rows.map(({ id }) => id);
}

/** Tests of buying: the demo's server beside the scripted gateway, whose pages lead back to the app. */
export const test = base.extend<{ shop: Shop; buyer: Learner }>({
  shop: async ({ site }, use) => {
    await site.server.ask({ ask: 'address', url: site.network.origin });
    await use({
      site,
      fill: async ({ token }, count = 1) => {
        for (const id of await paidCourses(site, count)) {
          const answer = await fetch(`${site.network.origin}/api/shop/cart/item/`, {
            method: 'POST',
            headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
            body: JSON.stringify({ product_id: `course-${id}` }),
          });
          expect(answer.status, await answer.text()).toBe(200);
        }
      },
      orders: ({ id }) =>
        site.rows<StoredOrder>(
          `select o.id, o.status, o.method, o.total, count(a.id)::int as attempts
           from orders o left join payment_attempts a on a.order_id = o.id
           where o.user_id = ${id} group by o.id order by o.id`,
        ),
    });
    // All tests come from one network: cards refused in one of them would lock the cards of the next.
    await site.rows(
      `update payment_attempts set ended_at = ended_at - interval '3 hours' where state = 'refused'`,
    );
    await site.rows(`update cards set ended_at = ended_at - interval '3 hours' where state = 'failed'`);
  },
  buyer: async ({ shop }, use) => {
    const buyer = await shop.site.learner({ ask: 'buyer' });
    await shop.fill(buyer);
    await use(buyer);
  },
});

export { expect };

/** The fields of the card, in their own document. */
export function cardFrame(page: Page): FrameLocator {
  return page.frameLocator('[data-testid="card-frame"]');
}

/** Types a card into its frame. */
export async function typeCard(page: Page, number: string): Promise<void> {
  await expect(page.getByTestId('card-room')).toHaveAttribute('data-status', 'ready');
  const frame = cardFrame(page);
  await frame.getByTestId('card-number').fill(number);
  await frame.getByTestId('card-expiry').fill('1239');
  await frame.getByTestId('card-code').fill('123');
  await frame.getByTestId('card-holder').fill('taro yamada');
}

/**
 * From the choice of the way of paying to the last page before the order. `taps`: how often each button is pressed.
 */
export async function goToConfirm(
  page: Page,
  how: { method: 'card'; number: string } | { method: 'cvs' } | { method: 'bank' },
  taps = 1,
): Promise<void> {
  await page.getByTestId(`pay-method-${how.method}`).check();
  await page.getByTestId('pay-next').click({ clickCount: taps });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('お支払いの情報');
  if (how.method === 'card') await typeCard(page, how.number);
  if (how.method === 'cvs') await page.getByLabel(/お支払いになるお店/).selectOption({ label: 'ローソン' });
  await page.getByTestId('pay-next').click({ clickCount: taps });
  await expect(page.getByTestId('confirm-text')).toBeVisible();
}

/**
 * Without a network a button waits and the words say why, `within` the page or a dialog; with it everything is as
 * before.
 */
export async function waitsForNetwork(
  page: Page,
  { network }: DemoSite,
  button: Locator,
  within = page.locator('body'),
): Promise<void> {
  const why = within.getByText('この操作にはインターネット接続が必要です。');
  await expect(button).toBeEnabled();
  await network.disconnect();
  await page.evaluate(() => dispatchEvent(new Event('offline')));
  await expect(button).toBeDisabled();
  await expect(why.first()).toBeVisible();
  await network.connect();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(button).toBeEnabled();
  await expect(why).toHaveCount(0);
}

/** Agrees and orders. */
export async function order(page: Page): Promise<void> {
  await page.getByTestId('confirm-agree').check();
  await page.getByTestId('order-confirm').click();
}

/**
 * A page before the order, whose cart is empty since that was made: nothing can be ordered from it, and it says nothing
 * of a charge, which there may have been, but leads to the order, which knows.
 */
export async function leadsToOrder(page: Page, made: number | undefined): Promise<void> {
  const lost = page.getByTestId('pay-lost');
  const link = lost.getByRole('link', { name: 'ご注文の内容を見る' });
  await expect(link).toHaveAttribute('href', `/mypage/history/${made}`);
  await expect(lost).not.toContainText('料金は発生していません');
  await expect(page.getByTestId('pay-next')).toHaveCount(0);
  await expect(page.getByTestId('order-confirm')).toHaveCount(0);
}

/** The line that a total is in. */
export const totalOf = (page: Page): Locator => page.getByTestId('pay-total');
