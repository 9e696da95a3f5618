import type { Page } from '@playwright/test';
import {
  cardFrame,
  cards,
  expect,
  goToConfirm,
  order,
  test,
  totalOf,
  typeCard,
  waitsForNetwork,
} from './fixtures.ts';
import { holds } from './holds.ts';
import { fillPayer, makeMinor, orderAs } from './minors.ts';
import { deposit, payAtTill, placeOrder, statusOf } from './orders.ts';
import { contracts, trialPlan, yen } from './plans.ts';

const main = (page: Page) => page.getByRole('main');
const familyName = (page: Page) => main(page).getByRole('textbox', { name: /^姓/ });
const next = (page: Page) => page.getByTestId('pay-next');

test.describe('the steps to an order and after it', { tag: '@long' }, () => {
  test('a reload loses nothing, and without a network the card waits', async ({ visit, buyer, shop }) => {
    const { network } = shop.site;
    const page = await visit({ as: buyer, at: '/payment/method' });
    await page.getByTestId('pay-method-cvs').check();
    await next(page).click();
    await familyName(page).fill('佐藤');
    await page.reload();
    await expect(familyName(page)).toHaveValue('佐藤');
    await page.goBack();
    await page.reload();
    await expect(page.getByTestId('pay-method-cvs')).toBeChecked();

    await page.getByTestId('pay-method-card').check();
    await next(page).click();
    await expect(familyName(page)).toHaveValue('佐藤');
    await typeCard(page, cards.limit);
    await waitsForNetwork(page, shop.site, next(page));
    await expect(familyName(page)).toHaveValue('佐藤');
    await expect(cardFrame(page).getByTestId('card-holder')).toHaveValue(/taro yamada/i);
    await next(page).click();
    await expect(page.getByTestId('confirm-text')).toBeVisible();
    await order(page);

    const why = page.getByTestId('failed-why');
    await expect(why).toContainText('カードのご利用可能額を超えています。');
    network.forget();
    await page.reload();
    await expect(why).toContainText('カードのご利用可能額を超えています。');
    // It only asks.
    expect(network.seen('POST', /^\/api\/shop\/order\//)).toEqual([]);
    expect(await shop.orders(buyer)).toMatchObject([{ status: 'failed', attempts: 1 }]);

    // What is known stays readable, and the next step says why its button waits.
    await network.disconnect();
    await page.evaluate(() => dispatchEvent(new Event('offline')));
    await expect(why).toContainText('カードのご利用可能額を超えています。');
    await expect(page.getByTestId('failed-charge')).toBeVisible();
    await network.connect();
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.getByTestId('pay-otherwise').click();
    await page.getByTestId('pay-method-cvs').check();
    await page.getByLabel(/お支払いになるお店/).selectOption({ label: 'ローソン' });
    await waitsForNetwork(page, shop.site, next(page));
    await expect(page.getByTestId('pay-method-cvs')).toBeChecked();
    await expect(page.getByLabel(/お支払いになるお店/)).toHaveValue('10001');
    await next(page).dblclick();
    await expect(page.getByTestId('slip-number')).toHaveText(/^\d+$/, { timeout: 30_000 });
    expect(network.seen('POST', /^\/api\/shop\/order\/\d+\/retry\/$/)).toHaveLength(1);
    expect(await shop.orders(buyer)).toMatchObject([{ status: 'awaiting_payment', attempts: 2 }]);
  });

  test('two taps save one card', async ({ visit, buyer, shop }) => {
    const page = await visit({ as: buyer, at: '/mypage/settings/card' });
    await page.getByTestId('card-add').click();
    await typeCard(page, cards.challenge);
    await page.getByTestId('card-save').dblclick();
    await page.getByTestId('tds-pass').click();
    await page.waitForURL(/\/mypage\/settings\/card/);
    await expect(page.getByTestId('card-row')).toHaveCount(1);
    expect(shop.site.network.seen('POST', /\/accounts\/card\/$/)).toHaveLength(1);
  });

  test('a refused card, an account to pay to, and the end can be read and used by everybody', async ({
    visit,
    buyer,
    shop,
  }) => {
    test.slow();
    const page = await visit({ as: buyer, at: '/payment/method' });
    await goToConfirm(page, { method: 'card', number: cards.limit });
    await order(page);
    await expect(page.getByTestId('failed-why')).toBeVisible();
    await holds(page, 'error');
    await page.getByTestId('pay-otherwise').click();
    await page.getByTestId('pay-method-bank').check();
    await next(page).click();
    await expect(page.getByTestId('slip-number')).toHaveText(/^\d+$/, { timeout: 30_000 });
    await expect(page).toHaveURL(/\/payment\/complete\/bank/);
    await holds(page, 'complete-bank');

    const [made] = await shop.orders(buyer);
    const till = await page.context().newPage();
    const account = (await page.getByTestId('slip-number').textContent()) ?? '';
    await deposit(till, shop.site, account, made?.total ?? 0);
    await till.close();
    await expect.poll(() => shop.orders(buyer)).toMatchObject([{ status: 'paid' }]);
    await page.goto(`${shop.site.network.origin}/mypage/history/${made?.id}`);
    await expect(page.getByTestId('receipt-name')).toBeVisible();
    await holds(page, 'order-paid');
    await page.getByTestId('receipt-name').fill('');
    await page.getByTestId('receipt-make').click();
    await holds(page, 'receipt-wrong');
    await page.getByTestId('refund-start').click();
    await expect(page.getByTestId('refund-dialog')).toBeVisible();
    await holds(page, 'refund-dialog-bank');
  });

  test('the end of a payment by card can be read and used by everybody', async ({ visit, buyer }) => {
    const page = await visit({ as: buyer, at: '/payment/method' });
    await goToConfirm(page, { method: 'card', number: cards.frictionless });
    await order(page);
    await page.waitForURL(/\/payment\/complete\/credit/);
    await expect(page.getByTestId('order-start')).toBeVisible();
    await holds(page, 'complete-credit');
  });
});

test.describe('back, a reload and two taps', { tag: '@long' }, () => {
  test('on the way into a plan begin it once', async ({ visit, buyer, shop }) => {
    test.slow();
    const { network } = shop.site;
    const plan = await trialPlan(shop);
    const method = `/payment/method?plan=plan-${plan.id}`;
    const details = `/payment?plan=plan-${plan.id}`;
    const at = (path: string) => expect(page).toHaveURL(network.origin + path);
    const asked = () => network.seen('POST', /^\/api\/shop\/(order|checkout)\//).map(({ path }) => path);
    const page = await visit({ as: buyer, at: method });
    await expect(totalOf(page)).toContainText(yen(plan.price));
    await page.reload();
    await expect(page.getByTestId('pay-method-card')).toBeChecked();
    await next(page).dblclick();
    await at(details);

    await typeCard(page, cards.challenge);
    await page.reload();
    // The plan is named by the address; a card is written down nowhere.
    await expect(totalOf(page)).toContainText(yen(plan.price));
    await expect(cardFrame(page).getByTestId('card-number')).toHaveValue('');
    await page.goBack();
    await at(method);
    await expect(page.getByTestId('pay-method-card')).toBeChecked();
    await page.goForward();
    await at(details);
    expect(asked()).toEqual([]);
    await typeCard(page, cards.challenge);
    await next(page).dblclick();

    const text = page.getByTestId('confirm-text');
    await expect(text).toContainText(yen(plan.price * 12));
    const confirm = page.url();
    await page.reload();
    await expect(text).toContainText(yen(plan.price * 12));
    await page.goBack();
    await at(details);
    await page.goForward();
    await expect(text).toBeVisible();
    expect(asked()).toEqual(['/api/shop/checkout/']);
    await page.getByTestId('confirm-agree').check();
    await page.getByTestId('order-confirm').dblclick();

    await expect(page.getByTestId('tds-pass')).toBeVisible();
    const challenge = page.getByTestId('pay-challenge');
    await page.goBack();
    await expect(challenge).toBeVisible();
    await page.reload();
    await expect(challenge).toBeVisible();
    await page.getByTestId('pay-to-challenge').click();
    await page.getByTestId('tds-pass').click();
    await page.waitForURL(/\/payment\/complete\/subscribe/);
    await expect(page.getByTestId('plan-begun')).toBeVisible();
    await page.reload();
    await expect(page.getByTestId('plan-begun')).toBeVisible();

    // What lies before the order sells it no second time.
    await page.goto(confirm);
    await expect(page).toHaveURL(/\/mypage\/history\/\d+$/);
    await page.goto(network.origin + method);
    await expect(page.getByTestId('plan-owned')).toBeVisible();
    expect(asked()).toEqual(['/api/shop/checkout/', '/api/shop/order/']);
    expect(await contracts(shop, buyer)).toMatchObject([{ status: 'trialing' }]);
    expect(await shop.orders(buyer)).toHaveLength(1);
    const checked = await shop.site.rows<{ count: number }>(
      `select count(*)::int as count from cards where user_id = ${buyer.id}`,
    );
    expect(checked).toEqual([{ count: 1 }]);
  });

  test('on the page of a guardian agree and charge once', async ({ visit, buyer, shop }) => {
    const { network } = shop.site;
    const email = await makeMinor(shop, buyer);
    await orderAs(await visit({ as: buyer, at: '/payment/method' }), 'card');
    const { link } = await shop.site.mailbox.next(email);
    const page = await visit({ as: null, at: link });
    const agree = page.getByTestId('confirm-agree');
    await agree.check();
    await page.reload();
    await expect(agree).not.toBeChecked();
    expect(await shop.orders(buyer)).toMatchObject([{ status: 'awaiting_guardian', attempts: 0 }]);
    await agree.check();
    await page.getByTestId('guardian-approve').dblclick();
    await expect(page.getByTestId('guardian-pay')).toBeVisible();

    const kana = page.getByLabel('セイ', { exact: true });
    await fillPayer(page);
    await page.reload();
    // Agreed is agreed; what was typed is not for whoever opens the link next.
    await expect(kana).toHaveValue('');
    await fillPayer(page);
    await typeCard(page, cards.challenge);
    await next(page).dblclick();
    await expect(page.getByTestId('tds-pass')).toBeVisible();

    const challenge = page.getByTestId('guardian-to-challenge');
    await page.goBack();
    await expect(challenge).toBeVisible();
    await page.reload();
    await expect(challenge).toBeVisible();
    await expect(next(page)).toHaveCount(0);
    await challenge.click();
    await page.getByTestId('tds-pass').click();
    await expect(page.getByTestId('guardian-paid')).toBeVisible();
    await page.reload();
    await expect(page.getByTestId('guardian-paid')).toBeVisible();
    const acts = network.seen('POST', /^\/api\/shop\/guardian\//).map(({ path }) => path.split('/').at(-2));
    expect(acts).toEqual(['approve', 'pay']);
    expect(await shop.orders(buyer)).toMatchObject([{ status: 'paid', method: 'card', attempts: 1 }]);
  });

  test('on a refund by transfer ask for it once and store one account', async ({ visit, shop }) => {
    const { site } = shop;
    const { network } = site;
    const who = await site.learner({ ask: 'buyer' });
    const bought = await placeOrder(site, who, { method: 'cvs', cvs_code: '10001' });
    const page = await visit({ as: who, at: '/mypage/history' });
    const row = page.getByTestId('order-row');
    await expect(row).toBeVisible();
    const till = await page.context().newPage();
    await payAtTill(till, site, bought.number);
    await till.close();
    await expect.poll(() => statusOf(site, who, bought.id)).toBe('paid');
    await row.click();

    const refund = main(page).getByTestId('refund');
    const start = refund.getByTestId('refund-start');
    const dialog = page.getByTestId('refund-dialog');
    await start.dblclick();
    await expect(dialog).toBeVisible();
    await page.reload();
    // A question without an answer has asked for nothing.
    await expect(start).toBeEnabled();
    await expect(dialog).toHaveCount(0);
    expect(network.seen('POST', /\/refund\/$/)).toEqual([]);
    expect(await statusOf(site, who, bought.id)).toBe('paid');
    await start.click();
    await dialog.getByTestId('refund-confirm').dblclick();
    await expect(refund.getByTestId('refund-state')).toContainText('口座の登録をお待ちしています');

    const form = refund.getByTestId('refund-account');
    const number = form.getByTestId('account-number');
    await number.fill('1234567');
    await page.goBack();
    await expect(row).toBeVisible();
    await page.goForward();
    // An account is written down nowhere on the device.
    await expect(number).toHaveValue('');
    await number.fill('1234567');
    await page.reload();
    await expect(number).toHaveValue('');
    const account = {
      bank_name: '見本銀行',
      bank_code: '0001',
      branch_name: '本店',
      branch_code: '001',
      number: '1234567',
      holder: 'ヤマダ タロウ',
    };
    for (const [name, value] of Object.entries(account))
      await form.getByTestId(`account-${name}`).fill(value);
    await form.getByTestId('account-save').dblclick();
    await expect(refund).toContainText('末尾 567');
    await page.reload();
    await expect(refund).toContainText('末尾 567');
    await expect(form).toHaveCount(0);
    expect(network.seen('POST', /\/refund\/$/)).toHaveLength(1);
    expect(network.seen('PUT', /\/refund-account\/$/)).toHaveLength(1);
    const refunds = await site.rows<{ id: number }>(`select id from refunds where order_id = ${bought.id}`);
    expect(refunds).toHaveLength(1);
  });
});
