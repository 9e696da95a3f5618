import type { Page } from '@playwright/test';
import { cards, expect, order, test, typeCard } from './fixtures.ts';
import { holds, holdsAtGateway } from './holds.ts';
import { fillPayer, makeMinor } from './minors.ts';
import { payAtTill } from './orders.ts';
import { begin, contracts, trialPlan } from './plans.ts';

test.describe('what renews itself can be read and used by everybody:', { tag: '@long' }, () => {
  test('the way into a plan', async ({ shop, visit, buyer }) => {
    test.setTimeout(400_000);
    const plan = await trialPlan(shop);
    const page = await visit({ as: buyer, at: '/course' });
    await expect(page.getByTestId('plan-line').first()).toBeVisible();
    await holds(page, 'plan-strip');
    await page.getByTestId('plan-line').filter({ hasText: plan.name }).click();
    await expect(page.getByTestId('pay-method-card')).toBeChecked();
    await holds(page, 'plan-method');
    await page.getByTestId('pay-next').click();
    await typeCard(page, cards.challenge);
    await holds(page, 'plan-details');
    await page.getByTestId('pay-next').click();
    await expect(page.getByTestId('confirm-text')).toBeVisible();
    await holds(page, 'plan-confirm');
    await order(page);
    await expect(page.getByTestId('tds-pass')).toBeVisible();
    await page.goBack();
    await expect(page.getByTestId('pay-challenge')).toBeVisible();
    await holds(page, 'plan-challenge');
    await page.getByTestId('pay-to-challenge').click();
    await page.getByTestId('tds-pass').click();
    await expect(page.getByTestId('plan-begun')).toBeVisible();
    await holds(page, 'plan-begun');
    await page.goto(`${shop.site.network.origin}/mypage/history?kind=subscription`);
    await expect(page.getByTestId('subscription-row')).toBeVisible();
    await holds(page, 'plan-history');
    await page.goto(`${shop.site.network.origin}/mypage/history`);
    await expect(page.getByTestId('subscription-row')).toBeVisible();
    await holds(page, 'plan-purchases');
    await page.goto(`${shop.site.network.origin}/parent`);
    await expect(page.getByTestId('plan-offer').first()).toBeVisible();
    await holds(page, 'plan-parent');
  });

  /** How a contract is made to stand, by its columns. Nothing of it happens by itself meanwhile. */
  const standings: Record<string, string> = {
    active: `status = 'active', trial_end_at = null`,
    pausing: `status = 'active', paused_from = current_until, paused_until = current_until + interval '30 days',
      last_pause_at = now()`,
    paused: `status = 'paused', paused_from = now() - interval '2 days', paused_until = now() + interval '28 days'`,
    late: `status = 'past_due', due_on = to_char(now() - interval '2 days', 'YYYY-MM-DD'), failure = 'limit'`,
    card: `status = 'past_due', due_on = to_char(now() - interval '2 days', 'YYYY-MM-DD'),
      failure = 'not_accepted', needs_card = true`,
    suspended: `status = 'suspended', due_on = to_char(now() - interval '9 days', 'YYYY-MM-DD'), failure = 'limit'`,
    cancelled: `status = 'active', cancel_at_end = true, canceled_at = now()`,
    dearer: `status = 'active', price = price - 500, new_price = price, new_price_at = now()`,
    ended: `status = 'ended', ended_at = now(), end_reason = 'cancelled'`,
  };
  const usual = `paused_from = null, paused_until = null, last_pause_at = null, failure = null, needs_card = false,
    cancel_at_end = false, canceled_at = null, new_price = null, new_price_at = null, next_action_at = null,
    due_on = to_char(current_until, 'YYYY-MM-DD')`;

  test('a contract, however it stands', async ({ shop, visit, buyer }) => {
    test.setTimeout(600_000);
    const plan = await trialPlan(shop);
    const page = await visit({ as: buyer, at: '/course' });
    await begin(page, plan);
    const [contract] = await contracts(shop, buyer);
    const id = contract?.id ?? 0;
    const at = `${shop.site.network.origin}/mypage/history/subscribe/${id}`;
    const change = (sql: string) => shop.site.rows(`update subscriptions set ${sql} where id = ${id}`);
    await page.goto(at);
    await expect(page.getByTestId('subscription-detail')).toBeVisible();
    await holds(page, 'contract-trial');
    for (const [name, sql] of Object.entries(standings)) {
      await change(usual);
      await change(sql);
      await page.goto(at);
      await expect(page.getByTestId('subscription-detail')).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await holds(page, `contract-${name}`);
    }
  });

  test('what is done with a contract', async ({ shop, visit, buyer }) => {
    test.setTimeout(400_000);
    const page = await visit({ as: buyer, at: '/course' });
    await begin(page, await trialPlan(shop));
    await shop.site.rows(
      `update subscriptions set status = 'active', trial_end_at = null where user_id = ${buyer.id}`,
    );
    await page.getByTestId('to-subscription').click();
    await page.getByTestId('card-change').click();
    await expect(page.getByTestId('card-room')).toHaveAttribute('data-status', 'ready');
    await holds(page, 'contract-card-change');
    await page.reload();
    await page.getByTestId('pause-start').click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await holds(page, 'contract-pause-asked');
    await page.reload();
    await page.getByTestId('cancel-start').click();
    await expect(page.getByTestId('cancel-end')).toBeVisible();
    await holds(page, 'contract-cancel-asked');
    await page.getByTestId('cancel-confirm').click();
    await expect(page.getByTestId('cancel-done')).toBeVisible();
    await holds(page, 'contract-cancel-done');
  });

  test('cards that are kept', async ({ shop, visit, buyer }) => {
    test.setTimeout(400_000);
    const page = await visit({ as: buyer, at: '/mypage/settings/card' });
    await expect(page.getByTestId('card-none')).toBeVisible();
    await holds(page, 'cards-none');
    await page.getByTestId('card-add').click();
    await typeCard(page, cards.challenge);
    await holds(page, 'cards-add');
    await page.getByTestId('card-save').click();
    await expect(page.getByTestId('tds-pass')).toBeVisible();
    await page.goto(`${shop.site.network.origin}/mypage/settings/card`);
    await expect(page.getByTestId('card-check')).toBeVisible();
    await holds(page, 'cards-check');
    const card = (fields: string) =>
      shop.site.rows(
        `insert into cards (user_id, member_id, card_seq, gateway_order_id, is_check, return_ref, given_from, created,
           modified, ${fields.split('=>')[0]})
         select ${buyer.id}, member_id, 's' || count(*), 'look-' || ${buyer.id} || '-' || count(*), true,
           'look-' || ${buyer.id} || '-' || count(*), '', now(), now(), ${fields.split('=>')[1]}
         from cards where user_id = ${buyer.id} group by member_id`,
      );
    await card(`brand, last4, expiry, state, is_default => 'Visa', '4242', '3912', 'active', true`);
    await card(`brand, last4, expiry, state => 'JCB', '0505', '2601', 'active'`);
    await card(
      `brand, last4, expiry, state, failure => 'Mastercard', '4444', '3912', 'failed', 'not_accepted'`,
    );
    await page.reload();
    await expect(page.getByTestId('card-row')).toHaveCount(4);
    await holds(page, 'cards-many');
    await page.getByTestId('card-delete').last().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await holds(page, 'cards-delete');
    await page.goto(`${shop.site.network.origin}/payment/method`);
    await page.getByTestId('pay-method-card').check();
    await page.getByTestId('pay-next').click();
    await expect(page.getByTestId('saved-card').first()).toBeVisible();
    await page.getByTestId('new-card').check();
    await expect(page.getByTestId('save-card')).toBeVisible();
    await holds(page, 'cards-choose');
  });
});

test('an order of somebody under 18 can be read and used by everybody', { tag: '@long' }, async ({
  shop,
  visit,
  buyer,
}) => {
  test.setTimeout(600_000);
  const email = await makeMinor(shop, buyer);
  const page = await visit({ as: buyer, at: '/payment/method' });
  await page.getByTestId('pay-method-card').check();
  await page.getByTestId('pay-next').click();
  await expect(page.getByTestId('pay-guardian')).toBeVisible();
  await holds(page, 'minor-details');
  await page.getByTestId('pay-next').click();
  await expect(page.getByTestId('confirm-text')).toBeVisible();
  await holds(page, 'minor-confirm');
  await order(page);
  await expect(page.getByTestId('guardian-state')).toBeVisible();
  await holds(page, 'minor-ordered');
  const { link } = await shop.site.mailbox.next(email);
  const parent = await visit({ as: null, at: link });
  await expect(parent.getByTestId('guardian-ask')).toBeVisible();
  await parent.getByTestId('guardian-approve').click();
  await holds(parent, 'guardian-ask');
  await parent.getByTestId('guardian-decline').click();
  await expect(parent.getByRole('dialog')).toBeVisible();
  await holds(parent, 'guardian-decline');
  await parent.keyboard.press('Escape');
  await parent.getByTestId('confirm-agree').check();
  await parent.getByTestId('guardian-approve').click();
  await expect(parent.getByTestId('guardian-pay')).toBeVisible();
  await expect(parent.getByTestId('card-room')).toHaveAttribute('data-status', 'ready');
  await holds(parent, 'guardian-pay');
  const [made] = await shop.orders(buyer);
  const detail = `${shop.site.network.origin}/mypage/history/${made?.id}`;
  await page.goto(detail);
  await expect(page.getByTestId('order-detail')).toBeVisible();
  await holds(page, 'minor-approved');
  await parent.getByTestId('pay-method-cvs').check();
  await fillPayer(parent);
  await parent.getByLabel(/お支払いになるお店/).selectOption({ label: 'ローソン' });
  await parent.getByTestId('pay-next').click();
  await expect(parent.getByTestId('slip-number')).toBeVisible();
  await holds(parent, 'guardian-slip');
  const number = (await parent.getByTestId('slip-number').textContent()) ?? '';
  const till = await parent.context().newPage();
  await payAtTill(till, shop.site, number);
  await holdsAtGateway(till, 'gateway-till');
  await till.close();
  await expect.poll(() => shop.orders(buyer)).toMatchObject([{ status: 'paid' }]);
  await parent.reload();
  await expect(parent.getByTestId('guardian-paid')).toBeVisible();
  await holds(parent, 'guardian-paid');
  await parent.goto(`${shop.site.network.origin}/parent?order=${'a'.repeat(43)}`);
  await expect(parent.getByTestId('guardian-gone')).toBeVisible();
  await holds(parent, 'guardian-gone');
});

test('the papers of a large order can be read and used by everybody', async ({ shop, visit, buyer }) => {
  test.setTimeout(400_000);
  await shop.fill(buyer, 6);
  const page = await visit({ as: buyer, at: '/payment/method' });
  await page.getByTestId('pay-method-bank').check();
  await page.getByTestId('pay-next').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('お支払いの情報');
  const address = page.getByTestId('paper-address');
  await address.getByLabel(/郵便番号/).fill('');
  await page.getByTestId('pay-next').click();
  await expect(page.getByTestId('pay-error')).toContainText('郵便番号を入力してください。');
  await holds(page, 'paper-address');
  await address.getByLabel(/郵便番号/).fill('100-0001');
  await address.getByLabel(/都道府県/).selectOption('東京都');
  await address.getByLabel(/市区町村/).fill('千代田区');
  await address.getByLabel(/町名・番地/).fill('千代田1-2');
  await page.getByTestId('pay-next').click();
  await expect(page.getByTestId('contract-consent')).toBeVisible();
  await page.getByTestId('consent-send').click();
  await page.getByTestId('outline-open').click();
  await expect(page.getByTestId('outline-pdf')).toBeVisible();
  await holds(page, 'consent');
});

const moved = (page: Page) => page.evaluate(() => (window as unknown as { moved: string[] }).moved);

/** Shifts are told a frame later. */
function framesShown(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
}

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
])
  test(`plans that come late move nothing on a page ${viewport.width} px wide`, {
    tag: viewport.width === 390 ? [] : '@long',
  }, async ({ shop, visit }) => {
    const page = await visit({ as: null, at: '/login', viewport });
    await page.addInitScript(() => {
      const moved: string[] = [];
      Object.assign(window, { moved });
      type Shift = PerformanceEntry & {
        sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
      };
      new PerformanceObserver((list) => {
        for (const { sources } of list.getEntries() as Shift[])
          for (const { node, previousRect, currentRect } of sources) {
            // Chromium names the list and its count as come from an empty rectangle at the corner of the page, while they
            // stand where they stood (below): nothing that was in sight.
            if (previousRect.width === 0) continue;
            const name = node instanceof Element ? node.outerHTML.slice(0, 80) : node?.nodeName;
            moved.push(`${previousRect.y} to ${currentRect.y}: ${name}`);
          }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/shop/plan/**', async (route) => {
      await isReleased;
      await route.continue();
    });
    const asked = page.waitForRequest('**/api/shop/plan/**');
    await page.goto(`${shop.site.network.origin}/course`);
    await asked;
    const list = page.getByRole('list', { name: '講座の一覧' });
    await expect(page.getByTestId('course-card').first()).toBeVisible();
    // What the server made stands where the app's own page takes its place.
    await expect(page.locator('#first')).toHaveCount(0);
    await framesShown(page);
    const [before, place] = [await moved(page), await list.boundingBox()];
    release();
    await expect(page.getByTestId('plan-line').first()).toBeVisible();
    await framesShown(page);
    expect(await moved(page)).toEqual(before);
    expect(await list.boundingBox()).toEqual(place);
  });
