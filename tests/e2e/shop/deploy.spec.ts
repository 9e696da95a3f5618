import { expect, goToConfirm, order, test } from './fixtures.ts';

test('row 28: a version that comes between order and result: the result is shown, and nothing is ordered twice', async ({
  visit,
  buyer,
  shop,
}) => {
  const page = await visit({ as: buyer, at: '/payment/method' });
  await goToConfirm(page, { method: 'cvs' });
  let orders = 0;
  let lost = 0;
  let isOld = true;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/shop/order/')) orders += 1;
    // A full load brings the scripts of the new version.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) isOld = false;
  });
  // What this page has not brought yet is on no server any more.
  await page.route(/\/assets\/[^?]*\.js/, (route) => {
    if (!isOld) return route.fallback();
    lost += 1;
    return route.fulfill({ status: 404, body: '' });
  });
  await order(page);
  await page.waitForURL(/\/payment\/complete\?/);
  await expect(page.getByTestId('slip-number')).toBeVisible();
  expect([lost > 0, orders]).toEqual([true, 1]);
  expect(await shop.orders(buyer)).toMatchObject([
    { status: 'awaiting_payment', method: 'cvs', attempts: 1 },
  ]);
});
