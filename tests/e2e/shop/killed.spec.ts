import type { Device } from '../../offline-kit/device.ts';
import { workerIsWarm } from '../../offline-kit/worker.ts';
import { profileOf } from '../profile.ts';
import { test as base, cards, expect, goToConfirm, order } from './fixtures.ts';

/** The browser of the buyer, on a profile that outlives its process. */
const test = base.extend<{ profile: Device }>({
  profile: async ({ shop, buyer, locale, timezoneId, viewport }, use) => {
    const device = await profileOf(shop.site, buyer, { locale, timezoneId, viewport });
    await use(device);
    await device.drop();
  },
});

test('row 36: a browser that is killed during the challenge: the next one is logged in, finds the order, and it is paid once', {
  tag: '@long',
}, async ({ shop, buyer, profile }) => {
  test.slow();
  const { network } = shop.site;
  const before = await profile.tab();
  await before.goto(`${network.origin}/mypage/history`);
  await workerIsWarm(before);
  // Who has been here yesterday: session and app are on the disk.
  await profile.restart();

  const page = await profile.tab();
  await page.goto(`${network.origin}/payment/method`);
  await goToConfirm(page, { method: 'card', number: cards.challenge });
  await order(page);
  await expect(page.getByTestId('tds-pass')).toBeVisible();
  await profile.kill();
  const [made] = await shop.orders(buyer);
  expect(made).toMatchObject({ status: 'authenticating', attempts: 1 });
  network.forget();

  // What the tab knew is lost: which order it was, and that it had been to the bank.
  const again = await profile.tab();
  await again.goto(`${network.origin}/payment/method`);
  await expect(again.getByTestId('pay-lost')).toBeVisible();
  await expect(again.getByTestId('pay-next')).toHaveCount(0);
  await again.goto(`${network.origin}/mypage/history`);
  const row = again.getByTestId('order-row');
  await expect(row.getByTestId('order-status')).toHaveText('お支払いの途中');
  await row.click();
  await expect(again).toHaveURL(`${network.origin}/mypage/history/${made?.id}`);
  await expect(again.getByTestId('order-says')).toContainText('本人認証を終えるまで、料金は発生しません。');
  await again.getByRole('link', { name: '支払いの手続きを続ける' }).click();
  await again.getByTestId('tds-pass').click();
  await again.waitForURL(/\/payment\/complete\/credit/);
  await expect(again.getByTestId('order-start')).toBeVisible();
  // Nobody had to log in, and nothing was ordered or paid for a second time.
  expect(network.seen('POST', /^\/api\/shop\/(order|checkout)\//)).toEqual([]);
  expect(network.seen('POST', '/accounts/login/')).toEqual([]);
  expect(await shop.orders(buyer)).toMatchObject([{ id: made?.id, status: 'paid', attempts: 1 }]);
});
