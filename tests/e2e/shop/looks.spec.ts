import { cards, expect, order, test, typeCard } from './fixtures.ts';
import { holds } from './holds.ts';

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
