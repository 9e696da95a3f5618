import type { Locator, Page } from '@playwright/test';
import { goWithin } from '../goWithin.ts';
import type { DemoSite } from '../screens/fixtures.ts';
import type { Learner } from '../screens/questions.ts';
import { part, showsShape, tellsFailure, whileTimePasses } from '../screens/stateChecks.ts';
import { expect, type Shop, test } from './fixtures.ts';
import { makeOffer, placeOrder } from './orders.ts';
import { contracts } from './plans.ts';

/** A page about money and the call that brings its content. */
type MoneyPage = {
  name: string;
  path: string;
  call: RegExp;
  /** What is there when the content has come. */
  ready: (page: Page) => Locator;
  /** A way of its own to bring content: looked at in `npm test`; the others wait and fail as one of these does. */
  isFirstOfItsKind?: boolean;
  /** The tab itself remembers the cart: only one that has just been loaded waits for it. */
  isOfCart?: boolean;
  /** How the page is come to, where its address is not enough. */
  come?: (page: Page) => Promise<void>;
};

const shown = (testId: string) => (page: Page) => page.getByRole('main').getByTestId(testId).first();
const toCoupons = (page: Page) => page.getByRole('main').getByRole('link', { name: 'クーポンの一覧へ' });

const calls = {
  orders: /^\/api\/shop\/order\/$/,
  order: /^\/api\/shop\/order\/\d+\/$/,
  settings: /^\/api\/payment\/settings\/$/,
  wallet: /^\/api\/shop\/coupon\/$/,
  cards: /^\/accounts\/card\/$/,
  offer: /^\/api\/shop\/checkout\/[^/]+\/$/,
  cart: /^\/api\/shop\/cart\/$/,
  profile: /^\/accounts\/user\/$/,
  contract: /^\/api\/shop\/subscription\/\d+\/$/,
};

/** Leaves somebody with an unpaid order and a cart from which an offer was made, and answers their pages. */
async function pagesOf({ site }: Shop, who: Learner): Promise<MoneyPage[]> {
  const { id } = await placeOrder(site, who, { method: 'cvs', cvs_code: '10001' });
  const { checkout_id } = await makeOffer(site, who, { method: 'bank' }, 'chemistry-basic');
  // One that the cart does not take by itself: what it takes comes with the cart.
  const [coupon] = await site.rows<{ id: number }>(`select id from coupons where code = 'SETSUYAKU'`);
  const order = `/mypage/history/${id}`;
  return [
    { name: 'the list of orders', path: '/mypage/history', call: calls.orders, ready: shown('order-row') },
    {
      name: 'another way to pay',
      path: `${order}/purchase`,
      call: calls.order,
      ready: shown('pay-method-bank'),
    },
    {
      name: 'an order',
      path: order,
      call: calls.order,
      ready: shown('slip-number'),
      isFirstOfItsKind: true,
    },
    {
      name: 'the ways of another way to pay',
      path: `${order}/purchase`,
      call: calls.settings,
      ready: shown('pay-method-bank'),
      isFirstOfItsKind: true,
    },
    {
      name: 'the end of an order',
      path: `/payment/complete?order=${id}`,
      call: calls.order,
      ready: shown('to-order'),
    },
    { name: 'the wallet', path: '/mypage/coupon', call: calls.wallet, ready: shown('coupon-card') },
    {
      name: 'a coupon of the wallet',
      path: `/mypage/coupon/${coupon?.id}`,
      call: calls.wallet,
      ready: toCoupons,
    },
    {
      name: 'the coupons for the cart',
      path: '/cart/coupon',
      call: calls.wallet,
      ready: shown('coupon-card'),
    },
    {
      name: 'a coupon for the cart',
      path: `/cart/coupon/${coupon?.id}`,
      call: calls.wallet,
      ready: toCoupons,
    },
    {
      name: 'the cards',
      path: '/mypage/settings/card',
      call: calls.cards,
      ready: shown('card-none'),
      isFirstOfItsKind: true,
    },
    {
      name: 'the last page before the order',
      path: `/cart/confirm?checkout=${checkout_id}`,
      call: calls.offer,
      ready: shown('confirm-text'),
      isFirstOfItsKind: true,
    },
    {
      name: 'the cart',
      path: '/cart',
      call: calls.cart,
      ready: shown('cart-item'),
      isFirstOfItsKind: true,
      isOfCart: true,
    },
    {
      name: 'the ways of paying',
      path: '/payment/method',
      call: calls.cart,
      ready: shown('pay-method-cvs'),
      isOfCart: true,
    },
    {
      name: 'the details of a payment',
      path: '/payment',
      call: calls.profile,
      ready: shown('pay-next'),
      // By a way that was chosen, on the page before.
      come: async (page) => {
        await page.getByTestId('pay-method-cvs').check();
        await page.getByTestId('pay-next').click();
      },
    },
  ];
}

/** What was kept on the device would be shown at once. */
function forgetKept(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('kept.')) localStorage.removeItem(key);
  });
}

/** Loads a page that has nothing to do with money, so that the tab knows nothing of it. */
async function startAnew(page: Page, { network }: DemoSite): Promise<void> {
  await page.goto(`${network.origin}/mypage/settings`);
  await whileTimePasses(page, async () => {
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    expect(await page.locator('[aria-busy="true"]').count()).toBe(0);
  });
}

/** One page while its content does not come, when it is asked for again, when that failed, and when it is there. */
async function tryStates(page: Page, site: DemoSite, one: MoneyPage): Promise<void> {
  const { network } = site;
  const asked = () => network.seen('GET', one.call).length;
  network.when('GET', one.call, { kind: 'stall' });
  await forgetKept(page);
  if (one.isOfCart) await startAnew(page, site);
  network.forget();
  await (one.come ? one.come(page) : goWithin(page, one.path));
  // The cart may have been asked for when the tab was loaded.
  if (!one.isOfCart) await whileTimePasses(page, async () => expect(asked()).toBeGreaterThan(0));
  await showsShape(page);

  site.failAt(one.call);
  const before = asked();
  await page.getByRole('main').getByRole('button', { name: '再読み込み' }).click();
  // At once, and not when the first call has run out: that would take 15 s of the page's clock.
  await whileTimePasses(page, async () => expect(asked()).toBeGreaterThan(before), 40_000);
  await tellsFailure(page);
  network.behave();
  await part(page, 'list-retry').click();
  await expect(one.ready(page)).toBeVisible();
  await expect(part(page, 'list-error')).toBeHidden();
}

/** All pages in one tab, whose clock moves only where the test says so: its seconds are not those of a busy machine. */
async function tryAll(page: Page, site: DemoSite, pages: MoneyPage[]): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: '設定' })).toBeVisible();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  for (const one of pages) await test.step(one.name, () => tryStates(page, site, one));
}

const settings = '/mypage/settings';
const demoAccount = (name: string) =>
  ({ ask: 'session', email: `${name}@example.com`, password: 'manabi-2026' }) as const;

test('a page about money shows what is on its way, says when it takes long, tells a failure with its number and asks again', async ({
  shop,
  visit,
}) => {
  const who = await shop.site.learner({ ask: 'buyer' });
  const pages = await pagesOf(shop, who);
  const page = await visit({ as: who, at: settings });
  await tryAll(
    page,
    shop.site,
    pages.filter(({ isFirstOfItsKind }) => isFirstOfItsKind),
  );
});

test.describe('wait, fail and ask again as every page about money does:', { tag: '@long' }, () => {
  test('the other pages of a buyer', async ({ shop, visit }) => {
    const who = await shop.site.learner({ ask: 'buyer' });
    const pages = await pagesOf(shop, who);
    const page = await visit({ as: who, at: settings });
    await tryAll(
      page,
      shop.site,
      pages.filter(({ isFirstOfItsKind }) => !isFirstOfItsKind),
    );
  });

  test('a contract that renews itself', async ({ shop, visit }) => {
    const who = await shop.site.learner(demoAccount('plan'));
    const [contract] = await contracts(shop, who);
    const page = await visit({ as: who, at: settings });
    await tryAll(page, shop.site, [
      {
        name: 'a contract',
        path: `/mypage/history/subscribe/${contract?.id}`,
        call: calls.contract,
        ready: shown('subscription-detail'),
      },
    ]);
  });

  test('a payment that failed', async ({ shop, visit }) => {
    const who = await shop.site.learner(demoAccount('orders'));
    const [failed] = (await shop.orders(who)).filter(({ status }) => status === 'failed');
    const page = await visit({ as: who, at: settings });
    await tryAll(page, shop.site, [
      {
        name: 'what became of it',
        path: `/payment/error?order=${failed?.id}`,
        call: calls.order,
        ready: shown('order-failed'),
      },
    ]);
  });
});
