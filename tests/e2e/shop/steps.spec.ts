import type { Page } from '@playwright/test';
import { cardFrame, cards, expect, goToConfirm, order, test, typeCard, waitsForNetwork } from './fixtures.ts';
import { holds } from './holds.ts';
import { deposit } from './orders.ts';

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
