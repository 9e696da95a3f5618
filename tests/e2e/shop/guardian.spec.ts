import { findings } from '../axe.ts';
import { foreignWords } from '../screens/wordChecks.ts';
import { cards, expect, test, typeCard, waitsForNetwork } from './fixtures.ts';
import { fillPayer, makeMinor, orderAs } from './minors.ts';

test.describe('an order of somebody under 18', () => {
  test('is agreed to and paid by the guardian’s link, with a card and its challenge', async ({
    visit,
    buyer,
    shop,
  }) => {
    const email = await makeMinor(shop, buyer);
    const page = await visit({ as: buyer, at: '/payment/method' });
    await orderAs(page, 'card');
    expect(await shop.orders(buyer)).toMatchObject([{ status: 'awaiting_guardian', attempts: 0 }]);

    const { link } = await shop.site.mailbox.next(email);
    expect(link).toMatch(/^\/parent\?order=[\w-]{43}$/);
    const parent = await visit({ as: null, at: link });
    await expect(parent.getByTestId('confirm-text')).toContainText('お支払いの総額');
    expect(await findings(parent)).toEqual([]);
    expect.soft(await foreignWords(parent, shop.site)).toEqual([]);
    // Nothing is ticked beforehand, and without the tick nothing is said.
    await parent.getByTestId('guardian-approve').click();
    await expect(parent.getByTestId('confirm-agree')).toBeFocused();
    await parent.getByTestId('confirm-agree').check();
    await parent.getByTestId('guardian-approve').dblclick();
    await expect(parent.getByTestId('guardian-pay')).toBeVisible();
    expect(shop.site.network.seen('POST', /\/approve\/$/)).toHaveLength(1);
    expect(await shop.orders(buyer)).toMatchObject([{ status: 'confirmed', attempts: 0 }]);

    await fillPayer(parent);
    expect.soft(await foreignWords(parent, shop.site)).toEqual([]);
    await typeCard(parent, cards.challenge);
    await parent.getByTestId('pay-next').click();
    await parent.getByTestId('tds-pass').click();
    await parent.waitForURL(/\/parent\?order=/);
    await expect(parent.getByTestId('guardian-paid')).toBeVisible();
    expect(await shop.orders(buyer)).toMatchObject([{ status: 'paid', method: 'card', attempts: 1 }]);
    // Row 111: whoever opens it now sees that, and nothing of the order.
    const stranger = await visit({ as: null, at: link });
    await expect(stranger.getByTestId('guardian-paid')).toBeVisible();
    await expect(stranger.getByRole('main')).not.toContainText('山田');
    await page.goto(`${shop.site.network.origin}/mypage/history`);
    await expect(page.getByTestId('order-status').first()).toHaveText('お支払い済み');
  });

  test('back from the bank without an end, the page waits for another press', async ({
    visit,
    buyer,
    shop,
  }) => {
    const email = await makeMinor(shop, buyer);
    const page = await visit({ as: buyer, at: '/payment/method' });
    await orderAs(page, 'card');
    const { link } = await shop.site.mailbox.next(email);
    const parent = await visit({ as: null, at: link });
    await parent.getByTestId('confirm-agree').check();
    await parent.getByTestId('guardian-approve').click();
    await fillPayer(parent);
    await typeCard(parent, cards.challenge);
    await parent.getByTestId('pay-next').click();
    await expect(parent.getByTestId('tds-pass')).toBeVisible();
    await parent.goto(shop.site.network.origin + link);
    await parent.getByTestId('guardian-to-challenge').click();
    await parent.getByTestId('tds-pass').click();
    await expect(parent.getByTestId('guardian-paid')).toBeVisible();
    expect(await shop.orders(buyer)).toMatchObject([{ status: 'paid', attempts: 1 }]);
  });

  test('can be paid at a store: the guardian sees the number, the learner too', { tag: '@long' }, async ({
    visit,
    buyer,
    shop,
  }) => {
    const email = await makeMinor(shop, buyer);
    const page = await visit({ as: buyer, at: '/payment/method' });
    await orderAs(page, 'cvs');
    const parent = await visit({ as: null, at: (await shop.site.mailbox.next(email)).link });
    await parent.getByTestId('confirm-agree').check();
    await waitsForNetwork(parent, shop.site, parent.getByTestId('guardian-approve'));
    await expect(parent.getByTestId('confirm-agree')).toBeChecked();
    await parent.getByTestId('guardian-approve').click();
    await parent.getByTestId('pay-method-cvs').check();
    await fillPayer(parent);
    await waitsForNetwork(parent, shop.site, parent.getByTestId('pay-next'));
    await parent.getByLabel(/お支払いになるお店/).selectOption({ label: 'ローソン' });
    await parent.getByTestId('pay-next').click();
    const number = parent.getByTestId('slip-number');
    await expect(number).toBeVisible();
    const [made] = await shop.orders(buyer);
    await page.goto(`${shop.site.network.origin}/mypage/history/${made?.id}`);
    await expect(page.getByTestId('slip-number')).toHaveText((await number.textContent()) ?? '');
  });

  test('is paid by the learner at a store after the word, and not with a card', { tag: '@long' }, async ({
    visit,
    buyer,
    shop,
  }) => {
    const email = await makeMinor(shop, buyer);
    const page = await visit({ as: buyer, at: '/payment/method' });
    await orderAs(page, 'card');
    const home = `${shop.site.network.origin}/mypage`;
    const waiting = page.getByTestId('unpaid-orders');
    await page.goto(home);
    await expect(waiting.getByRole('heading')).toHaveText('保護者の方の確認を待っているご注文があります');
    await expect(waiting).toContainText(/保護者の方の確認を待っています\(\d+年\d+月\d+日.*まで\)/);
    const parent = await visit({ as: null, at: (await shop.site.mailbox.next(email)).link });
    await parent.getByTestId('confirm-agree').check();
    await parent.getByTestId('guardian-approve').click();
    await expect(parent.getByTestId('guardian-pay')).toBeVisible();
    const [made] = await shop.orders(buyer);
    // The learner is told at home, too, and until when to pay.
    await page.goto(home);
    await expect(waiting.getByRole('heading')).toHaveText('お支払いを待っているご注文があります');
    await expect(waiting).toContainText('保護者の方の確認が済みました。');
    await expect(waiting).toContainText(/までに [\d,]+円/);
    await page.goto(`${shop.site.network.origin}/mypage/history/${made?.id}/purchase`);
    await expect(page.getByTestId('pay-method-card')).toBeDisabled();
    await page.getByTestId('pay-method-cvs').check();
    await page.getByLabel(/お支払いになるお店/).selectOption({ label: 'ローソン' });
    await page.getByTestId('pay-next').click();
    await expect(page.getByTestId('slip-number')).toBeVisible();
  });

  test('that is declined, after one more question, ends without a charge', async ({ visit, buyer, shop }) => {
    const email = await makeMinor(shop, buyer);
    const page = await visit({ as: buyer, at: '/payment/method' });
    await orderAs(page, 'card');
    const parent = await visit({ as: null, at: (await shop.site.mailbox.next(email)).link });
    await parent.getByTestId('guardian-decline').click();
    await parent.getByRole('dialog').getByRole('button', { name: '同意しない' }).click();
    await expect(parent.getByTestId('guardian-declined')).toBeVisible();
    expect(await shop.orders(buyer)).toMatchObject([{ status: 'canceled', attempts: 0 }]);
    // The page after the order leads on to what became of it.
    await page.reload();
    await expect(page.getByTestId('failed-why')).toHaveText('保護者の方が、このお申し込みを取り消しました。');
    await expect(page.getByTestId('failed-charge')).toHaveText('料金は発生していません。');
    await page.getByRole('link', { name: 'ご注文の内容を見る' }).click();
    await expect(page.getByTestId('order-status')).toHaveText('取り消し済み');
    await expect(page.getByTestId('order-says')).toHaveText('保護者の方が、このお申し込みを取り消しました。');
  });

  test('its mail can be sent again; the former link opens nothing', { tag: '@long' }, async ({
    visit,
    buyer,
    shop,
  }) => {
    const email = await makeMinor(shop, buyer);
    const page = await visit({ as: buyer, at: '/payment/method' });
    await orderAs(page, 'card');
    const former = (await shop.site.mailbox.next(email)).link;
    await page.getByTestId('guardian-resend').click();
    await expect(page.getByTestId('guardian-resent')).toContainText('送り直しました');
    const fresh = (await shop.site.mailbox.next(email)).link;
    const parent = await visit({ as: null, at: former });
    await expect(parent.getByTestId('guardian-gone')).toBeVisible();
    await parent.goto(shop.site.network.origin + fresh);
    await expect(parent.getByTestId('guardian-ask')).toBeVisible();
  });

  test('without a guardian leads to where one is named, and the cart waits', async ({
    visit,
    buyer,
    shop,
  }) => {
    await makeMinor(shop, buyer, false);
    const page = await visit({ as: buyer, at: '/payment/method' });
    await page.getByTestId('pay-method-cvs').check();
    await page.getByTestId('pay-next').click();
    await page
      .getByTestId('pay-no-guardian')
      .getByRole('link', { name: /保護者の方を登録/ })
      .click();
    await page.waitForURL(/\/mypage\/settings\/base/);
    expect(await shop.orders(buyer)).toEqual([]);
  });
});
