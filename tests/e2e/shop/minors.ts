import type { Page } from '@playwright/test';
import type { Learner } from '../screens/questions.ts';
import { expect, order, type Shop } from './fixtures.ts';

/** Makes the buyer 15 years old, with a guardian who can be asked. Answers the guardian's address. */
export async function makeMinor({ site }: Shop, { id }: Learner, hasGuardian = true): Promise<string> {
  const email = `guardian-${id}@example.jp`;
  await site.rows(`update users set birth_date = now() - interval '15 years' where id = ${id}`);
  if (hasGuardian) {
    await site.rows(
      `insert into guardians
         (user_id, name, name_kana, email, phone, relation, status, token_hash, requested, expires)
       values (${id}, '山田 花子', 'ヤマダ ハナコ', '${email}', '09087654321', 'mother', 'confirmed',
         'of-${id}', now(), now() + interval '7 days')`,
    );
  }
  return email;
}

/** The child's way from the choice of the way of paying to the ordered page. */
export async function orderAs(page: Page, method: 'card' | 'cvs'): Promise<void> {
  await page.getByTestId(`pay-method-${method}`).check();
  await page.getByTestId('pay-next').click();
  await expect(page.getByTestId('pay-guardian')).toBeVisible();
  // A card is the guardian's to type in.
  await expect(page.getByTestId('card-frame')).toHaveCount(0);
  if (method === 'cvs') await page.getByLabel(/お支払いになるお店/).selectOption({ label: 'ローソン' });
  await page.getByTestId('pay-next').click();
  await expect(page.getByTestId('confirm-text')).toContainText('保護者の方が7日以内に確認した後');
  await order(page);
  await expect(page.getByTestId('order-status')).toHaveText('保護者の確認待ち');
}

/** What a guardian types of themselves beside the name that is known. */
export async function fillPayer(page: Page): Promise<void> {
  await page.getByLabel('セイ', { exact: true }).fill('ヤマダ');
  await page.getByLabel('メイ', { exact: true }).fill('ハナコ');
  await page.getByLabel(/電話番号/).fill('09087654321');
}
