import { cards, expect, goToConfirm, order, test, typeCard } from './fixtures.ts';
import { holds, holdsAtGateway } from './holds.ts';

test('the way from the cart to the order can be used by everybody', { tag: '@long' }, async ({
  visit,
  buyer,
}) => {
  const page = await visit({ as: buyer, at: '/payment/method' });
  await expect(page.getByTestId('pay-method-cvs')).toBeEnabled();
  await holds(page, 'method');
  await page.getByTestId('pay-method-card').check();
  await page.getByTestId('pay-next').click();
  await typeCard(page, cards.challenge);
  await holds(page, 'details');
  await page.getByTestId('pay-next').click();
  await expect(page.getByTestId('confirm-text')).toBeVisible();
  await holds(page, 'confirm');
  await order(page);
  await expect(page.getByTestId('tds-pass')).toBeVisible();
  await holdsAtGateway(page, 'gateway-challenge');
  await page.goBack();
  await expect(page.getByTestId('pay-challenge')).toBeVisible();
  await holds(page, 'challenge');
});

test('what is wrong in it can be read by everybody', { tag: '@long' }, async ({ visit, buyer }) => {
  const page = await visit({ as: buyer, at: '/payment/method' });
  await page.getByTestId('pay-method-card').check();
  await page.getByTestId('pay-next').click();
  await expect(page.getByTestId('card-room')).toHaveAttribute('data-status', 'ready');
  await page.getByTestId('pay-next').click();
  await expect(page.getByTestId('pay-error')).toContainText('カード番号を入力してください。');
  await holds(page, 'details-wrong');
});

test('an offer that has changed and one that is over can be read and used by everybody', {
  tag: '@long',
}, async ({ visit, buyer, shop }) => {
  const page = await visit({ as: buyer, at: '/payment/method' });
  await goToConfirm(page, { method: 'bank' });
  const [row] = await shop.site.rows<{ id: number; price: number }>(
    `select c.id, c.price from courses c join cart_items i on i.product_id = 'course-' || c.id
     where i.user_id = ${buyer.id}`,
  );
  const price = row?.price ?? 0;
  const sellFor = (yen: number) => shop.site.rows(`update courses set price = ${yen} where id = ${row?.id}`);
  await sellFor(price + 1000);
  try {
    await order(page);
    await expect(page.getByTestId('confirm-changes')).toBeVisible();
    await holds(page, 'confirm-changed');
    await shop.site.rows(
      `update checkouts set expires = now() - interval '1 minute' where user_id = ${buyer.id}`,
    );
    await order(page);
    await expect(page.getByTestId('confirm-over')).toBeVisible();
    await holds(page, 'confirm-over');
  } finally {
    await sellFor(price);
  }
});
