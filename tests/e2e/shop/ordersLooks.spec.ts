import { expect, test } from './fixtures.ts';
import { counterOf, placeOrder, statusOf } from './orders.ts';
const out = '/tmp/uiorders-shots';
test('looks', async ({ site, visit }) => {
  test.setTimeout(400_000);
  const buyer = await site.learner({ ask: 'buyer' });
  const cvs = await placeOrder(site, buyer, { method: 'cvs', cvs_code: '10001' });
  const bank = await placeOrder(site, buyer, { method: 'bank' }, 'information-1');
  const page = await visit({ as: buyer, at: '/mypage/history' });
  await expect(page.getByTestId('order-row')).toHaveCount(2);
  const shot = async (name: string, path: string, ready: string) => {
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      for (const [size, width, height] of [['phone', 390, 844], ['wide', 1280, 800]] as const) {
        if (theme === 'dark' && size === 'wide') continue;
        await page.setViewportSize({ width, height });
        await page.goto(site.network.origin + path);
        await page.getByTestId(ready).first().waitFor();
        await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
        await page.screenshot({ path: `${out}/${name}-${size}-${theme}.png`, fullPage: true });
      }
    }
  };
  await shot('complete-cvs', `/payment/complete?order=${cvs.id}`, 'slip');
  await shot('complete-bank', `/payment/complete/bank?order=${bank.id}`, 'slip');
  await shot('history', '/mypage/history', 'order-row');
  await shot('detail-cvs', `/mypage/history/${cvs.id}`, 'slip');
  await shot('purchase', `/mypage/history/${cvs.id}/purchase`, 'pay-next');
  await shot('coupon', '/mypage/coupon', 'coupon-card');
  await page.goto(site.network.origin + '/mypage');
  await page.getByTestId('unpaid-orders').waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: `${out}/home-phone.png`, fullPage: true });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.screenshot({ path: `${out}/home-wide.png`, fullPage: true });
  await page.goto(`${counterOf(site)}/till?number=${cvs.number}`);
  await page.getByTestId('till-pay').click();
  await expect.poll(() => statusOf(site, buyer, cvs.id)).toBe('paid');
  await shot('detail-paid', `/mypage/history/${cvs.id}`, 'receipt-name');
  await shot('complete-paid', `/payment/complete?order=${cvs.id}`, 'order-start');
});
