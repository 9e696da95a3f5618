import type { Page } from '@playwright/test';
import { expect, test, waitsForNetwork } from './fixtures.ts';
import { holds } from './holds.ts';
import { payAtTill, placeOrder, statusOf } from './orders.ts';

const refund = (page: Page) => page.getByRole('main').getByTestId('refund');
const yen = (value: number) => `${value.toLocaleString('ja-JP')}円`;

/** The way alone, and with what must hold for everybody on each of its pages. */
for (const { name, look, tag } of [
  { name: '', look: async () => {}, tag: [] },
  { name: ', read and used by everybody', look: holds, tag: ['@long'] },
]) {
  test(`what was paid at a till is given back to an account, and its lessons end at once${name}`, {
    tag,
  }, async ({ site, visit }) => {
    const buyer = await site.learner({ ask: 'buyer' });
    const order = await placeOrder(site, buyer, { method: 'cvs', cvs_code: '10001' });
    const page = await visit({ as: buyer, at: `/mypage/history/${order.id}` });
    await expect(page.getByTestId('order-number')).toHaveText(order.order_no);
    // Nothing was paid: nothing can be given back.
    await expect(refund(page)).toHaveCount(0);
    const till = await page.context().newPage();
    await payAtTill(till, site, order.number);
    await till.close();
    await expect.poll(() => statusOf(site, buyer, order.id)).toBe('paid');
    await page.reload();

    await expect(refund(page).getByTestId('refund-total')).toHaveText(yen(order.total));
    await expect(refund(page).getByTestId('refund-as-of')).toContainText('時点の金額です');
    // The form of the receipt comes above it.
    await expect(page.getByTestId('receipt-name')).toBeVisible();
    await look(page, 'refund-offer');
    await refund(page).getByTestId('refund-start').click();
    const dialog = page.getByTestId('refund-dialog');
    await expect(dialog).toContainText(`${yen(order.total)}を返金します`);
    await expect(dialog.getByRole('heading', { level: 2 })).toBeFocused();
    const reason = dialog.getByLabel('理由');
    await reason.fill('4111 1111 1111 1111');
    await dialog.getByTestId('refund-confirm').click();
    await expect(dialog.getByText('カード番号は、ここに入力しないでください。')).toBeVisible();
    await expect(reason).toBeFocused();
    await reason.fill('思っていた内容と違いました');
    await look(page, 'refund-dialog');
    if (tag.length > 0) await waitsForNetwork(page, site, dialog.getByTestId('refund-confirm'), dialog);
    await dialog.getByTestId('refund-confirm').dblclick();

    await expect(refund(page).getByTestId('refund-state')).toContainText('口座の登録をお待ちしています');
    expect(site.network.seen('POST', /\/refund\/$/)).toHaveLength(1);
    expect(await statusOf(site, buyer, order.id)).toBe('refund_requested');
    await expect(page.getByTestId('order-start')).toHaveCount(0);
    const form = refund(page).getByTestId('refund-account');
    await form.getByTestId('account-save').click();
    await expect(refund(page).getByTestId('account-error')).toBeVisible();
    await look(page, 'refund-account');
    const account = {
      bank_name: '見本銀行',
      bank_code: '０００１',
      branch_name: '本店',
      branch_code: '001',
      number: '1234567',
      holder: 'やまだ たろう',
    };
    for (const [name, value] of Object.entries(account))
      await form.getByTestId(`account-${name}`).fill(value);
    await form.getByTestId('account-save').click();
    await expect(refund(page)).toContainText('末尾 567');
    await expect(refund(page).getByTestId('refund-state')).toContainText('14日以内にお振り込みします');
    const kept = await site.rows<{ account: string }>(
      `select account from refunds where order_id = ${order.id}`,
    );
    expect(kept[0]?.account).not.toContain('1234567');
    await look(page, 'refund-waiting');
  });
}
