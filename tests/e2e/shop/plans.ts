import type { Page } from '@playwright/test';
import type { Learner } from '../screens/questions.ts';
import { cards, expect, order, type Shop, typeCard } from './fixtures.ts';

/** A plan as the database has it. */
export type StoredPlan = { id: number; name: string; price: number; trial_days: number };

/** The plan of the demo that begins with free days. */
export async function trialPlan({ site }: Shop): Promise<StoredPlan> {
  const [plan] = await site.rows<StoredPlan>(
    'select id, name, price, trial_days from plans where trial_days > 0 and withdrawn is null order by id limit 1',
  );
  if (!plan) throw new Error('The demo has no plan with free days.');
  return plan;
}

/** How the contracts of somebody stand, as their page says. */
export async function contracts(
  { site }: Shop,
  { token }: Learner,
): Promise<{ id: number; status: string }[]> {
  const answer = await fetch(`${site.network.origin}/api/shop/subscription/`, {
    headers: { Authorization: `Bearer ${token}`, Accept: 'application/json' },
  });
  return ((await answer.json()) as { results: { id: number; status: string }[] }).results;
}

/** Yen as a page writes them. */
export const yen = (value: number) => `${value.toLocaleString('ja-JP')}円`;

/** From the plan's place in the catalogue to the page after the order. */
export async function begin(page: Page, plan: StoredPlan): Promise<void> {
  await page.getByTestId('plan-line').filter({ hasText: plan.name }).click();
  await expect(page).toHaveURL(new RegExp(`/payment/method\\?plan=plan-${plan.id}$`));
  await expect(page.getByTestId('pay-total')).toContainText(yen(plan.price));
  await expect(page.getByTestId('pay-method-card')).toBeChecked();
  await expect(page.getByTestId('pay-method-cvs')).toBeDisabled();
  await page.getByTestId('pay-next').click();
  await expect(page).toHaveURL(/\/payment\?plan=/);
  await typeCard(page, cards.challenge);
  await page.getByTestId('pay-next').click();
  const text = page.getByTestId('confirm-text');
  // Each charge, and what a year of it comes to.
  await expect(text).toContainText(yen(plan.price));
  await expect(text).toContainText(yen(plan.price * 12));
  await order(page);
  await page.getByTestId('tds-pass').click();
  await page.waitForURL(/\/payment\/complete\/subscribe/);
}
