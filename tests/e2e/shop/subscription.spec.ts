import type { Locator, Page } from '@playwright/test';
import { findings } from '../axe.ts';
import { smallTargets, sticksOut } from '../screens/layoutChecks.ts';
import { foreignWords } from '../screens/wordChecks.ts';
import { cards, expect, order, test, typeCard, waitsForNetwork } from './fixtures.ts';
import { begin, contracts, trialPlan, yen } from './plans.ts';

const main = (page: Page) => page.getByRole('main');
const dayMs = 86_400_000;
const phone = { width: 390, height: 844 };

test('a trial begins, is renewed when its time comes, is cancelled in three taps and the end is taken back', async ({
  shop,
  visit,
  buyer,
}) => {
  test.setTimeout(300_000);
  const plan = await trialPlan(shop);
  const first = await visit({ as: buyer, at: '/course', viewport: phone });
  await begin(first, plan);
  await expect(first.getByTestId('plan-begun')).toContainText('無料期間');
  await expect(first.getByTestId('plan-begun').getByTestId('next-charge')).toContainText(yen(plan.price));
  expect(await contracts(shop, buyer)).toMatchObject([{ status: 'trialing' }]);

  const charges = () =>
    shop.site.rows<{ status: string; total: number }>(
      `select status, total from orders where user_id = ${buyer.id} and kind = 'renewal'`,
    );
  try {
    // A trial is free until the midnight after its days; at nine it is charged.
    const ahead = (plan.trial_days + 2) * dayMs;
    await shop.site.server.ask({ ask: 'ahead', ms: ahead });
    await expect.poll(charges).toEqual([{ status: 'paid', total: plan.price }]);

    // Of the server's new days: the browser's clock has stayed behind, and its login with it.
    const later = await shop.site.learner({ ask: 'session', email: buyer.email, password: buyer.password });
    const page = await visit({ as: { ...later, ahead }, at: '/mypage/history', viewport: phone });
    const taps: string[] = [];
    const tap = async (button: Locator, count = 1) => {
      taps.push((await button.getAttribute('data-testid')) ?? '');
      await button.click({ clickCount: count });
    };
    const row = page.getByTestId('subscription-row');
    await expect(row).toContainText(plan.name);

    // One.
    await tap(row);
    await expect(page.getByTestId('subscription-status')).toHaveText('利用中');
    await expect(page.getByTestId('invoice-row')).toHaveCount(2);
    await expect(page.getByTestId('next-charge')).toBeVisible();
    expect(await findings(page)).toEqual([]);
    expect(await sticksOut(page)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    expect.soft(await foreignWords(page, shop.site)).toEqual([]);

    // Two: nothing is done yet, and it is said until when it can be used and what stays.
    await tap(page.getByTestId('cancel-start'));
    const end = page.getByTestId('cancel-end');
    await expect(end).toContainText('まで、これまで通り使えます。');
    await expect(end).toContainText('学習の記録、理解度、メモ、しおりは、解約の後も残ります。');
    await expect(page.getByTestId('cancel-done')).toHaveCount(0);
    expect(await findings(page)).toEqual([]);

    // Three. The reason may be left out.
    await tap(page.getByTestId('cancel-confirm'), 2);
    await expect(page.getByTestId('cancel-done')).toContainText('解約しました。');
    expect(shop.site.network.seen('POST', /^\/api\/shop\/subscription\/\d+\/cancel\/$/)).toHaveLength(1);
    expect(taps).toEqual(['subscription-row', 'cancel-start', 'cancel-confirm']);
    await expect(page.getByTestId('cancel-done')).toContainText('までご利用いただけます。');
    await expect(page.getByTestId('cancel-done')).toBeFocused();
    await expect(page.getByTestId('subscription-status')).toHaveText('解約済み(期間中)');

    await page.getByTestId('cancel-undo').click();
    await expect(page.getByTestId('subscription-status')).toHaveText('利用中');
    await expect(page.getByTestId('cancel-start')).toBeVisible();
  } finally {
    await shop.site.server.ask({ ask: 'ahead', ms: 0 });
  }
});

test('without a network a contract can be read, and nothing of it can be changed', async ({
  shop,
  visit,
  buyer,
}) => {
  const plan = await trialPlan(shop);
  const page = await visit({ as: buyer, at: '/course' });
  await begin(page, plan);
  await page.getByTestId('to-subscription').click();
  await expect(page.getByTestId('subscription-detail')).toContainText(plan.name);
  await shop.site.network.disconnect();
  await page.evaluate(() => dispatchEvent(new Event('offline')));
  await expect(main(page).getByText('この操作にはインターネット接続が必要です。')).toBeVisible();
  await expect(page.getByTestId('cancel-start')).toBeDisabled();
  await expect(page.getByTestId('card-change')).toBeDisabled();
  await expect(page.getByTestId('next-charge')).toBeVisible();
  await shop.site.network.connect();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByTestId('cancel-start')).toBeEnabled();

  // Somebody who has it is not sold it again.
  await page.goto(`${shop.site.network.origin}/payment/method?plan=plan-${plan.id}`);
  await expect(page.getByTestId('plan-owned')).toBeVisible();
});

test('a card is kept after its check, is offered at the next payment, and goes again', async ({
  shop,
  visit,
  buyer,
}) => {
  const page = await visit({ as: buyer, at: '/mypage/settings/card', viewport: phone });
  await expect(page.getByTestId('card-none')).toBeVisible();
  await page.getByTestId('card-add').click();
  await typeCard(page, cards.challenge);
  expect(await findings(page)).toEqual([]);
  await page.getByTestId('card-save').click();
  await page.getByTestId('tds-pass').click();
  await page.waitForURL(/\/mypage\/settings\/card/);
  await expect(page.getByTestId('card-row')).toContainText('末尾 1111');
  await expect(page.getByTestId('card-check')).toHaveCount(0);
  expect(await smallTargets(page)).toEqual([]);
  expect.soft(await foreignWords(page, shop.site)).toEqual([]);
  expect(await shop.orders(buyer)).toEqual([]);

  // The cart of the buyer is paid by it, and its bank asks again.
  await page.goto(`${shop.site.network.origin}/payment/method`);
  await page.getByTestId('pay-method-card').check();
  await page.getByTestId('pay-next').click();
  await expect(page.getByTestId('saved-card')).toBeChecked();
  await page.getByTestId('new-card').check();
  await expect(page.getByTestId('save-card')).not.toBeChecked();
  await page.getByTestId('saved-card').check();
  await page.getByTestId('pay-next').click();
  await expect(page.getByTestId('confirm-text')).toContainText('1111');
  await order(page);
  await page.getByTestId('tds-pass').click();
  await page.waitForURL(/\/payment\/complete\/credit/);

  await page.goto(`${shop.site.network.origin}/mypage/settings/card`);
  await page.getByTestId('card-delete').click();
  await page.getByRole('dialog').getByRole('button', { name: '削除する' }).click();
  await expect(page.getByTestId('card-none')).toBeVisible();
});

test('a check that is not passed keeps no card and says that nothing was charged', { tag: '@long' }, async ({
  shop,
  visit,
  buyer,
}) => {
  const page = await visit({ as: buyer, at: '/mypage/settings/card' });
  await page.getByTestId('card-add').click();
  await typeCard(page, cards.challenge);
  await waitsForNetwork(page, shop.site, page.getByTestId('card-save'));
  await page.getByTestId('card-save').click();
  await page.getByTestId('tds-fail').click();
  await page.waitForURL(/\/mypage\/settings\/card/);
  await expect(page.getByTestId('card-error')).toContainText('料金は発生していません。');
  expect(await shop.orders(buyer)).toEqual([]);
});

test('the card of a contract is not deleted: another one comes first', { tag: '@long' }, async ({
  shop,
  visit,
  buyer,
}) => {
  const plan = await trialPlan(shop);
  const page = await visit({ as: buyer, at: '/course' });
  await begin(page, plan);
  await page.goto(`${shop.site.network.origin}/mypage/settings/card`);
  await expect(page.getByTestId('card-row')).toContainText('定期購入で使用中');
  await page.getByTestId('card-delete').click();
  await expect(page.getByTestId('card-act-error')).toContainText(
    '定期購入で使用中です。先に別のカードを登録してください。',
  );
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('parents see what a plan costs, a year of it too, and where it is begun', async ({ shop, visit }) => {
  const plan = await trialPlan(shop);
  const page = await visit({ as: null, at: '/parent' });
  const offer = page.getByTestId('plan-offer').filter({ hasText: plan.name });
  await expect(offer).toContainText(yen(plan.price));
  await expect(offer).toContainText(yen(plan.price * 12));
  await offer.getByTestId('plan-apply').click();
  await expect(page).toHaveURL(new RegExp(`/payment/method\\?plan=plan-${plan.id}$`));
  await expect(main(page).getByRole('link', { name: 'ログインへ' })).toBeVisible();
});

test('a plan that is not sold leads nowhere but back, in words', { tag: '@long' }, async ({
  shop,
  visit,
  buyer,
}) => {
  const page = await visit({ as: buyer, at: '/payment/method?plan=plan-999999' });
  await expect(page.getByTestId('pay-lost')).toContainText('料金は発生していません。');
  await page.goto(`${shop.site.network.origin}/payment?plan=plan-999999`);
  await expect(page.getByTestId('pay-lost')).toBeVisible();
});
