import { leave } from '../keptPage.ts';
import { expect, goToConfirm, order, test } from './fixtures.ts';

// money.md 6: a page that the browser keeps for going back

test('row 26: an offer that the browser had kept, and another device has ordered, shows the order', {
  tag: '@long',
}, async ({ visit, buyer, shop }) => {
  const { origin } = shop.site.network;
  const page = await visit({ as: buyer, at: '/payment/method' });
  await goToConfirm(page, { method: 'bank' });
  const offer = new URL(page.url());
  const howItCameBack = await leave(page, `${origin}/version.json`);
  // Another tab would speak to the page that is kept, which ends it.
  const other = await visit({ as: buyer, at: offer.pathname + offer.search });
  await order(other);
  await other.waitForURL(/\/payment\/complete/);
  const [made] = await shop.orders(buyer);

  // A page that was kept does not load again, and tells no end of it.
  await page.goBack({ waitUntil: 'commit' });
  expect(await howItCameBack(), 'how the page came back').toBe('kept');
  await expect(page).toHaveURL(`${origin}/mypage/history/${made?.id}`);
  expect(await howItCameBack(), 'how it went on to the order').toBe('kept');
  await expect(page.getByTestId('order-confirm')).toHaveCount(0);
  expect(await shop.orders(buyer)).toHaveLength(1);
});
