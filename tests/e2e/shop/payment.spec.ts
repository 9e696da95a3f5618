import { findings } from '../axe.ts';
import { goWithin } from '../goWithin.ts';
import { foreignWords } from '../screens/wordChecks.ts';
import { cards, expect, goToConfirm, leadsToOrder, order, test, totalOf } from './fixtures.ts';
import { makeOffer } from './orders.ts';

const completePage = /\/payment\/complete/;

test.describe('a card', () => {
  test('is paid after the challenge of the bank', async ({ visit, buyer, shop }) => {
    const page = await visit({ as: buyer, at: '/payment/method' });
    await expect(totalOf(page)).toContainText('円');
    await goToConfirm(page, { method: 'card', number: cards.challenge });
    await order(page);
    await expect(page.getByTestId('tds-pass')).toBeVisible();
    expect.soft(await foreignWords(page, shop.site)).toEqual([]);
    await page.getByTestId('tds-pass').click();
    await page.waitForURL(/\/payment\/complete\/credit/);
    expect(await shop.orders(buyer)).toMatchObject([{ status: 'paid', method: 'card', attempts: 1 }]);
    // Confirm is gone from the history, and back leads to no second order.
    await page.goBack();
    await expect(page.getByTestId('order-confirm')).toHaveCount(0);
    expect(await shop.orders(buyer)).toHaveLength(1);
  });

  test('is paid at once where the bank asks for no proof', { tag: '@long' }, async ({
    visit,
    buyer,
    shop,
  }) => {
    const page = await visit({ as: buyer, at: '/payment/method' });
    await goToConfirm(page, { method: 'card', number: cards.frictionless });
    await order(page);
    await page.waitForURL(/\/payment\/complete\/credit/);
    expect(await shop.orders(buyer)).toMatchObject([{ status: 'paid', attempts: 1 }]);
    const [paid] = await shop.orders(buyer);
    await page.goBack();
    // No bank's page lies between: back is the form of the card, which has nothing to pay any more.
    await leadsToOrder(page, paid?.id);
  });

  test('that is refused leads to words and another try', { tag: '@long' }, async ({ visit, buyer, shop }) => {
    const page = await visit({ as: buyer, at: '/payment/method' });
    await goToConfirm(page, { method: 'card', number: cards.limit });
    await order(page);
    await page.waitForURL(/\/payment\/error/);
    await expect(page.getByRole('main')).toContainText('カードのご利用可能額を超えています');
    expect(await shop.orders(buyer)).toMatchObject([{ status: 'failed', attempts: 1 }]);
  });

  test('row 31: back from the bank sends nobody away again, and the way on stays open', async ({
    visit,
    buyer,
    shop,
  }) => {
    const page = await visit({ as: buyer, at: '/payment/method' });
    await goToConfirm(page, { method: 'card', number: cards.challenge });
    await order(page);
    await expect(page.getByTestId('tds-pass')).toBeVisible();
    await page.goBack();
    await expect(page.getByTestId('pay-challenge')).toBeVisible();
    await page.reload();
    await expect(page.getByTestId('pay-challenge')).toBeVisible();
    await page.getByTestId('pay-to-challenge').click();
    await page.getByTestId('tds-pass').click();
    await page.waitForURL(completePage);
    expect(await shop.orders(buyer)).toMatchObject([{ status: 'paid', attempts: 1 }]);
  });

  test('row 30: a return without a login is told the state alone, in another browser too (row 35)', async ({
    visit,
    buyer,
    shop,
  }) => {
    const page = await visit({ as: buyer, at: '/payment/method' });
    await goToConfirm(page, { method: 'card', number: cards.challenge });
    await order(page);
    await expect(page.getByTestId('tds-pass')).toBeVisible();
    const challenge = page.url();
    await page.context().close();

    const stranger = await visit({ as: null, at: '/' });
    await stranger.goto(challenge);
    await stranger.getByTestId('tds-pass').click();
    await stranger.waitForURL(/\/payment\/gmo\?r=/);
    await expect(stranger.getByTestId('pay-result-done')).toContainText('アプリに戻って');
    await expect(stranger.getByRole('main')).not.toContainText('山田');
    expect(await shop.orders(buyer)).toMatchObject([{ status: 'paid' }]);
  });

  test('row 36: a challenge that was left by closing the app is found again in the history', async ({
    visit,
    buyer,
    shop,
  }) => {
    const page = await visit({ as: buyer, at: '/payment/method' });
    await goToConfirm(page, { method: 'card', number: cards.challenge });
    await order(page);
    await expect(page.getByTestId('tds-pass')).toBeVisible();
    await page.context().close();
    const [made] = await shop.orders(buyer);
    const again = await visit({ as: buyer, at: '/mypage/history' });
    const row = again.getByTestId('order-row');
    await expect(row.getByTestId('order-status')).toHaveText('お支払いの途中');
    await row.click();
    await expect(again).toHaveURL(new RegExp(`/mypage/history/${made?.id}$`));
    await expect(again.getByTestId('order-says')).toContainText('本人認証を終えるまで、料金は発生しません。');
    await again.getByRole('link', { name: '支払いの手続きを続ける' }).click();
    await again.getByTestId('tds-pass').click();
    await again.waitForURL(completePage);
  });
});

test.describe('ways without a card', () => {
  test('a convenience store: its chain is chosen, its number is shown', async ({ visit, buyer, shop }) => {
    const page = await visit({ as: buyer, at: '/payment/method' });
    await goToConfirm(page, { method: 'cvs' });
    await expect(page.getByTestId('confirm-text')).toContainText('コンビニ払い(ローソン)');
    await order(page);
    await page.waitForURL(/\/payment\/complete\?/);
    expect(await shop.orders(buyer)).toMatchObject([{ status: 'awaiting_payment', method: 'cvs' }]);
  });

  test('a bank: the account is shown after the order', async ({ visit, buyer, shop }) => {
    const page = await visit({ as: buyer, at: '/payment/method' });
    await goToConfirm(page, { method: 'bank' });
    await order(page);
    await page.waitForURL(/\/payment\/complete\/bank/);
    expect(await shop.orders(buyer)).toMatchObject([{ status: 'awaiting_payment', method: 'bank' }]);
  });

  test('a sum that no store takes is told beside the way', { tag: '@long' }, async ({
    visit,
    buyer,
    shop,
  }) => {
    const product = await shop.site.rows<{ id: number; price: number }>(
      `select c.id, c.price from courses c join cart_items i on i.product_id = 'course-' || c.id
       where i.user_id = ${buyer.id}`,
    );
    const [{ id, price } = { id: 0, price: 0 }] = product;
    await shop.site.rows(`update courses set price = 400000 where id = ${id}`);
    try {
      const page = await visit({ as: buyer, at: '/payment/method' });
      await expect(page.getByTestId('pay-method-cvs')).toBeDisabled();
      await expect(page.getByRole('main')).toContainText('コンビニ払いは299,999円までです。');
    } finally {
      await shop.site.rows(`update courses set price = ${price} where id = ${id}`);
    }
  });

  test('without a cart each page leads back to it with a word', async ({ visit, shop }) => {
    const nobody = await shop.site.learner({ ask: 'buyer' });
    const page = await visit({ as: nobody, at: '/payment/method' });
    for (const at of ['/payment/method', '/payment', '/cart/confirm', '/payment/gmo']) {
      await page.goto(shop.site.network.origin + at);
      const back = page.getByTestId('pay-lost').getByRole('link', { name: 'カートに戻る' });
      await expect(back).toHaveAttribute('href', '/cart');
    }
    // The offer of another member, on a device of the family: it may well be ordered.
    const other = await shop.site.learner({ ask: 'buyer' });
    const { checkout_id } = await makeOffer(shop.site, other, { method: 'bank' }, 'chemistry-basic');
    await page.goto(`${shop.site.network.origin}/cart/confirm?checkout=${checkout_id}`);
    const lost = page.getByTestId('pay-lost');
    await expect(lost.getByRole('link', { name: '購入履歴を見る' })).toHaveAttribute(
      'href',
      '/mypage/history',
    );
    await expect(lost).toContainText('ご注文がお済みかどうかは、購入履歴で確かめられます。');
    await expect(lost).not.toContainText('確定していません');
  });
});

test('a guest with an empty cart is led to it with a word; with something in it to the login', {
  tag: '@long',
}, async ({ visit, shop }) => {
  const page = await visit({ as: null, at: '/payment/method' });
  const lost = page.getByTestId('pay-lost');
  const login = page.getByRole('main').getByRole('link', { name: 'ログインへ' });
  for (const at of ['/payment/method', '/payment', '/cart/confirm', '/payment/gmo']) {
    await goWithin(page, at);
    await expect(page).toHaveURL(new RegExp(`${at}$`));
    await expect(lost.getByRole('link', { name: 'カートに戻る' })).toHaveAttribute('href', '/cart');
    // A member's own cart is in their account.
    await expect(login).toBeVisible();
  }
  // What the address names may be there after the login.
  for (const named of ['/payment/method?plan=plan-1', '/cart/confirm?checkout=1', '/payment/gmo?order=1']) {
    await goWithin(page, named);
    await expect(lost).toHaveCount(0);
    await expect(login).toBeVisible();
  }
  const [course] = await shop.site.rows<{ id: number }>('select id from courses where price > 0 limit 1');
  const cart = JSON.stringify({ v: 1, at: Date.now(), items: [`course-${course?.id}`], coupon: null });
  await page.evaluate((stored) => localStorage.setItem('cart.guest', stored), cart);
  for (const at of ['/payment/method', '/payment', '/cart/confirm', '/payment/gmo']) {
    await page.goto(shop.site.network.origin + at);
    await expect(login).toBeVisible();
    await expect(lost).toHaveCount(0);
  }
});

test.describe('the last page before the order', () => {
  test('nothing is ticked, and the tick is asked for by name', async ({ visit, buyer, shop }) => {
    const page = await visit({ as: buyer, at: '/payment/method' });
    await expect(page.getByTestId('pay-method-cvs')).toBeEnabled();
    // What else must hold for everybody: looks.spec.ts.
    expect.soft(await findings(page)).toEqual([]);
    expect.soft(await foreignWords(page, shop.site)).toEqual([]);
    await goToConfirm(page, { method: 'bank' });
    expect.soft(await findings(page)).toEqual([]);
    expect.soft(await foreignWords(page, shop.site)).toEqual([]);
    await expect(page.getByTestId('confirm-agree')).not.toBeChecked();
    await page.getByTestId('order-confirm').click();
    await expect(page.getByText('への同意が必要です。')).toBeVisible();
    await expect(page.getByTestId('confirm-agree')).toBeFocused();
    expect(await shop.orders(buyer)).toEqual([]);
    for (const title of [
      '内容と分量',
      '価格',
      'お支払いの方法と時期',
      '見られるようになる時期',
      '取り消し・返品・解約',
      'お申し込みの期限',
    ])
      await expect(page.getByTestId('confirm-text').getByRole('heading', { name: title })).toBeVisible();
  });

  test('the payer is the one of the offer, whatever the form holds by now and on every device', {
    tag: '@long',
  }, async ({ visit, buyer, shop }) => {
    const page = await visit({ as: buyer, at: '/payment/method' });
    await goToConfirm(page, { method: 'bank' });
    const offer = new URL(page.url());
    const payer = page.locator('section', { hasText: 'お支払いになる方' }).last();
    const named = (await payer.textContent()) ?? '';
    await payer.getByRole('link', { name: 'お支払いの情報を変更する' }).click();
    const family = page.getByRole('main').getByRole('textbox', { name: /^姓/ });
    expect(named).toContain(await family.inputValue());
    await family.fill('別姓');
    // The form remembers what was not sent.
    await page.reload();
    await expect(family).toHaveValue('別姓');
    await page.goBack();
    await expect(page).toHaveURL(offer.href);
    await expect(payer).toHaveText(named);
    const other = await visit({ as: buyer, at: offer.pathname + offer.search });
    await expect(other.locator('section', { hasText: 'お支払いになる方' }).last()).toHaveText(named);
    await order(page);
    await page.waitForURL(completePage);
    expect(await shop.orders(buyer)).toHaveLength(1);
  });

  test('row 14: two presses are one order', async ({ visit, buyer, shop }) => {
    const page = await visit({ as: buyer, at: '/payment/method' });
    await goToConfirm(page, { method: 'bank' }, 2);
    expect(shop.site.network.seen('POST', '/api/shop/checkout/')).toHaveLength(1);
    await page.getByTestId('confirm-agree').check();
    await page.getByTestId('order-confirm').dblclick();
    await page.waitForURL(completePage);
    expect(shop.site.network.seen('POST', '/api/shop/order/')).toHaveLength(1);
    expect(await shop.orders(buyer)).toHaveLength(1);
  });

  test('row 14: a second tab with the same offer makes no second order', { tag: '@long' }, async ({
    visit,
    buyer,
    shop,
  }) => {
    const page = await visit({ as: buyer, at: '/payment/method' });
    await goToConfirm(page, { method: 'bank' });
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByTestId('confirm-agree').check();
    await order(page);
    await page.waitForURL(completePage);
    await other.getByTestId('order-confirm').click();
    await other.waitForURL(completePage);
    expect(await shop.orders(buyer)).toHaveLength(1);
  });

  test('row 15: an order whose answer was lost is found by its offer', async ({ visit, buyer, shop }) => {
    const page = await visit({ as: buyer, at: '/payment/method' });
    await goToConfirm(page, { method: 'bank' });
    shop.site.network.when('POST', '/api/shop/order/', { kind: 'drop-answer' });
    await order(page);
    await page.waitForURL(completePage);
    expect(await shop.orders(buyer)).toHaveLength(1);
  });

  test('row 25: back from the end leads to the order, not to a second one', { tag: '@long' }, async ({
    visit,
    buyer,
    shop,
  }) => {
    const page = await visit({ as: buyer, at: '/payment/method' });
    await goToConfirm(page, { method: 'bank' });
    const confirm = page.url();
    await order(page);
    await page.waitForURL(completePage);
    const [made] = await shop.orders(buyer);
    await page.goto(confirm);
    await page.waitForURL(`**/mypage/history/${made?.id}`);
  });

  test('row 26: a page that was kept for going back looks again', async ({ visit, buyer, shop }) => {
    const page = await visit({ as: buyer, at: '/payment/method' });
    await goToConfirm(page, { method: 'bank' });
    const other = await page.context().newPage();
    await other.goto(page.url());
    await order(other);
    await other.waitForURL(completePage);
    const [made] = await shop.orders(buyer);
    // As a browser shows a page that it had put aside.
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await page.waitForURL(`**/mypage/history/${made?.id}`);
  });

  test('row 18: a price that was raised is shown old and new, and needs another press', async ({
    visit,
    buyer,
    shop,
  }) => {
    const page = await visit({ as: buyer, at: '/payment/method' });
    await goToConfirm(page, { method: 'bank' });
    const [row] = await shop.site.rows<{ id: number; price: number }>(
      `select c.id, c.price from courses c join cart_items i on i.product_id = 'course-' || c.id
       where i.user_id = ${buyer.id}`,
    );
    const price = row?.price ?? 0;
    await shop.site.rows(`update courses set price = ${price + 1000} where id = ${row?.id}`);
    try {
      await order(page);
      const changes = page.getByTestId('confirm-changes');
      await expect(changes).toContainText('変更前');
      await expect(changes).toContainText('変更後');
      await expect(changes).toBeFocused();
      await expect(page.getByTestId('confirm-agree')).not.toBeChecked();
      expect(await shop.orders(buyer)).toEqual([]);
      await order(page);
      await page.waitForURL(completePage);
      expect(await shop.orders(buyer)).toHaveLength(1);
    } finally {
      await shop.site.rows(`update courses set price = ${price} where id = ${row?.id}`);
    }
  });

  test('an offer that is over is renewed by one press', async ({ visit, buyer, shop }) => {
    const page = await visit({ as: buyer, at: '/payment/method' });
    await goToConfirm(page, { method: 'bank' });
    await shop.site.rows(
      `update checkouts set expires = now() - interval '1 minute' where user_id = ${buyer.id}`,
    );
    await order(page);
    await expect(page.getByTestId('confirm-over')).toBeVisible();
    expect(await shop.orders(buyer)).toEqual([]);
    await page.getByTestId('confirm-renew').click();
    await order(page);
    await page.waitForURL(completePage);
    expect(await shop.orders(buyer)).toHaveLength(1);
  });

  test('the end of an offer is told five minutes before', { tag: '@long' }, async ({
    visit,
    buyer,
    shop,
  }) => {
    const page = await visit({ as: buyer, at: '/payment/method' });
    await goToConfirm(page, { method: 'bank' });
    await expect(page.getByTestId('confirm-renew')).toHaveCount(0);
    await shop.site.rows(
      `update checkouts set expires = now() + interval '4 minutes' where user_id = ${buyer.id}`,
    );
    await page.reload();
    await expect(page.getByTestId('confirm-ending')).toContainText('までです。');
    await page.getByTestId('confirm-renew').click();
    await expect(page.getByTestId('confirm-ending')).toContainText('期限を延ばしました');
  });

  test('row 27: a session that ends is opened again, and the same offer stands there', async ({
    visit,
    buyer,
    shop,
  }) => {
    const page = await visit({ as: buyer, at: '/payment/method' });
    await goToConfirm(page, { method: 'bank' });
    const confirm = page.url();
    await shop.site.rows(`delete from sessions where user_id = ${buyer.id}`);
    await order(page);
    await page.getByRole('main').getByRole('link', { name: 'ログインへ' }).click();
    await page.getByLabel('メールアドレス').fill(buyer.email);
    await page.getByLabel('パスワード', { exact: true }).fill(buyer.password);
    await page.getByRole('main').getByRole('button', { name: 'ログイン' }).click();
    await page.waitForURL(confirm);
    await order(page);
    await page.waitForURL(completePage);
    expect(await shop.orders(buyer)).toHaveLength(1);
  });

  test('the ways to change something come back to it', { tag: '@long' }, async ({ visit, buyer }) => {
    const page = await visit({ as: buyer, at: '/payment/method' });
    await goToConfirm(page, { method: 'cvs' });
    await page.getByRole('link', { name: '支払い方法を変更する' }).click();
    await expect(page.getByTestId('pay-method-cvs')).toBeChecked();
    await goToConfirm(page, { method: 'bank' });
    await expect(page.getByTestId('confirm-text')).toContainText('銀行振込');
    await page.getByRole('link', { name: 'お支払いの情報を変更する' }).click();
    await expect(page.getByLabel('姓')).toHaveValue('山田');
    await page.getByTestId('pay-next').click();
    await expect(page.getByTestId('confirm-text')).toBeVisible();
  });
});

test.describe('the page that waits', () => {
  test('without a network it shows what was known last', async ({ visit, buyer, shop }) => {
    const page = await visit({ as: buyer, at: '/payment/method', serviceWorkers: 'allow' });
    await goToConfirm(page, { method: 'card', number: cards.challenge });
    await order(page);
    await expect(page.getByTestId('tds-pass')).toBeVisible();
    await page.goBack();
    await expect(page.getByTestId('pay-challenge')).toBeVisible();
    await shop.site.network.disconnect();
    await expect(page.getByTestId('pay-offline')).toContainText('本人認証の途中');
    await shop.site.network.connect();
    await expect(page.getByTestId('pay-challenge')).toBeVisible();
  });

  test('a reload does nothing more than ask', { tag: '@long' }, async ({ visit, buyer, shop }) => {
    const page = await visit({ as: buyer, at: '/payment/method' });
    await goToConfirm(page, { method: 'bank' });
    let posts = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/api/shop/')) posts += 1;
    });
    await order(page);
    await page.waitForURL(completePage);
    const [made] = await shop.orders(buyer);
    await page.goto(`${shop.site.network.origin}/payment/gmo?order=${made?.id}`);
    await page.waitForURL(completePage);
    await page.goto(`${shop.site.network.origin}/payment/gmo?order=${made?.id}`);
    await page.waitForURL(completePage);
    expect(posts).toBe(1);
    expect(await shop.orders(buyer)).toHaveLength(1);
  });
});

test('what costs nothing asks for no way of paying, and is there at once', async ({ visit, shop }) => {
  const buyer = await shop.site.learner({ ask: 'buyer' });
  const [course] = await shop.site.rows<{ id: number }>(
    "select id from courses where key = 'japanese-reading'",
  );
  const send = async (method: string, path: string, body: object) => {
    const answer = await fetch(`${shop.site.network.origin}/api/shop/cart/${path}/`, {
      method,
      headers: { Authorization: `Bearer ${buyer.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.status, await answer.text()).toBe(200);
  };
  await send('POST', 'item', { product_id: `course-${course?.id}` });
  await send('PUT', 'coupon', { code: 'KANSHA26' });
  const page = await visit({ as: buyer, at: '/payment/method' });
  // Nothing to pay, and the payer is known: both forms are skipped.
  await expect(page).toHaveURL(/\/cart\/confirm/);
  await expect(page.getByTestId('confirm-text')).toContainText('0円');
  await order(page);
  await page.waitForURL(/\/payment\/complete\?/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('お申し込みが完了しました');
  await expect(page.getByTestId('order-start')).toBeVisible();
  expect(await shop.orders(buyer)).toMatchObject([{ status: 'paid', method: 'none', total: 0, attempts: 0 }]);
});
