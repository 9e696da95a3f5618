import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { cards, expect, goToConfirm, order, test } from './fixtures.ts';

const completePage = /\/payment\/complete\/credit/;
const minute = 60_000;

/** A page of another site, as a bank's is: 127.0.0.1 is not `localhost`. It leads to `back` by a form and by a link. */
async function bankOn(back: string): Promise<{ url: string; close: () => void }> {
  const server = createServer((_, answer) => {
    answer.setHeader('Content-Type', 'text/html; charset=utf-8');
    answer.end(`<!doctype html><html lang="ja"><title>銀行</title><main>
      <form method="post" action="${back}"><input type="hidden" name="MD" value="x"><button>送る</button></form>
      <a href="${back}">戻る</a></main></html>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

/** Orders with a card whose bank asks for a proof, and stands on the bank's page. Answers its address. */
async function toBank(page: Page): Promise<string> {
  await goToConfirm(page, { method: 'card', number: cards.challenge });
  await order(page);
  await expect(page.getByTestId('tds-pass')).toBeVisible();
  return page.url();
}

test('row 29: a challenge that was closed has failed later, without a charge, and is tried again', {
  tag: '@long',
}, async ({ visit, buyer, shop }) => {
  const page = await visit({ as: buyer, at: '/payment/method' });
  await toBank(page);
  await page.getByTestId('tds-close').click();
  await expect(page.getByText('お店には何も伝わりません。')).toBeVisible();
  const state = async () => (await shop.orders(buyer)).map(({ status }) => status);
  expect(await state()).toEqual(['authenticating']);
  try {
    await shop.site.server.ask({ ask: 'ahead', ms: 21 * minute });
    await expect.poll(state).toEqual(['failed']);
  } finally {
    await shop.site.server.ask({ ask: 'ahead', ms: 0 });
  }
  const [made] = await shop.orders(buyer);
  await page.goto(`${shop.site.network.origin}/payment/gmo?order=${made?.id}`);
  await page.waitForURL(/\/payment\/error/);
  await expect(page.getByTestId('failed-why')).toHaveText('本人認証が完了しませんでした。');
  await expect(page.getByTestId('failed-charge')).toHaveText('料金は発生していません。');
  await page.getByTestId('pay-otherwise').click();
  await page.getByTestId('pay-method-cvs').check();
  await page.getByLabel(/お支払いになるお店/).selectOption({ label: 'ローソン' });
  await page.getByTestId('pay-next').click();
  await expect(page.getByTestId('slip-number')).toBeVisible();
  expect(await shop.orders(buyer)).toMatchObject([{ status: 'awaiting_payment', attempts: 2 }]);
});

test('row 30: the return is one from another site, by form and by link, and row 31: any later one changes nothing', {
  tag: '@long',
}, async ({ visit, buyer, shop }) => {
  const { network } = shop.site;
  const page = await visit({ as: buyer, at: '/payment/method' });
  const challenge = await toBank(page);
  await page.getByTestId('tds-stay').click();
  await expect(page.getByText('お店には戻りません。')).toBeVisible();
  await page.goto(challenge);
  const back = await page.getByRole('link', { name: 'お店に戻る' }).getAttribute('href');
  const bank = await bankOn(back ?? '');
  const paidOnce = async () => {
    await page.waitForURL(completePage);
    await expect(page.getByTestId('shell')).toHaveAttribute('data-session', 'in');
    expect(await shop.orders(buyer)).toMatchObject([{ status: 'paid', attempts: 1 }]);
  };
  try {
    await page.goto(bank.url);
    await page.getByRole('button', { name: '送る' }).click();
    await paidOnce();
    const [posted] = network.seen('POST', /\/gmo\/return\//);
    expect(posted?.headers['sec-fetch-site']).toBe('cross-site');
    expect(posted?.headers.cookie ?? '').toBe('');

    await page.goto(bank.url);
    await page.getByRole('link', { name: '戻る' }).click();
    await paidOnce();
    expect(network.seen('GET', /\/gmo\/return\//)[0]?.headers['sec-fetch-site']).toBe('cross-site');
    // Back into the challenge, and once more to the shop.
    await page.goto(challenge);
    await expect(page.getByRole('heading', { name: 'この本人認証は終わっています' })).toBeVisible();
    await page.getByRole('link', { name: 'お店に戻る' }).click();
    await paidOnce();
  } finally {
    bank.close();
  }
  const finishes = await shop.site.rows<{ count: number }>(
    `select count(*)::int as count from gateway_commands c
     join payment_attempts a on a.id = c.attempt_id join orders o on o.id = a.order_id
     where o.user_id = ${buyer.id} and c.kind = 'finish'`,
  );
  expect(finishes).toEqual([{ count: 1 }]);
});

test('row 55: while nobody knows, the words say that it is being checked, and not that it failed', {
  tag: '@long',
}, async ({ visit, buyer, shop }) => {
  const page = await visit({ as: buyer, at: '/payment/method' });
  await goToConfirm(page, { method: 'card', number: cards.line });
  await page.clock.install();
  await order(page);
  await expect(page.getByTestId('pay-working')).toBeVisible();
  const isUnknown = async () => {
    const rows = await shop.site.rows<{ unknown: boolean }>(
      `select a.is_unknown as unknown from payment_attempts a join orders o on o.id = a.order_id
       where o.user_id = ${buyer.id}`,
    );
    return rows.map(({ unknown }) => unknown);
  };
  await expect.poll(isUnknown).toEqual([true]);
  // The two minutes begin with the first question, after the parts of the page came.
  await shop.site.network.arrival('GET', /^\/api\/shop\/order\/[^/]+\/status\/$/);
  // The clock goes on by itself besides.
  await page.clock.runFor(125_000);
  const main = page.getByRole('main');
  await expect(page.getByTestId('pay-slow')).toContainText('お支払い結果を確認しています');
  await expect(main).toContainText('もう一度お支払いになる必要はありません。');
  await expect(main).not.toContainText('失敗');
  await page.getByTestId('pay-slow').getByRole('link', { name: '購入履歴へ' }).click();
  await expect(page.getByTestId('order-status')).toHaveText('確認しています');
  await page.getByTestId('order-row').click();
  await expect(page.getByTestId('order-says')).toHaveText(
    'お支払い結果を確認しています。もう一度お支払いになる必要はありません。',
  );
  await expect(main).not.toContainText('失敗');
});
