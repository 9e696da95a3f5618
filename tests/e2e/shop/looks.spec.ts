import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { findings } from '../axe.ts';
import { smallFields, smallTargets, sticksOut } from '../screens/layoutChecks.ts';
import { cards, expect, order, test, typeCard } from './fixtures.ts';

/** Where pictures are put for who looks at them by hand: SHOTS=folder. */
const shots = process.env.SHOTS;

/** What must hold of a page at the width of a phone and of a desk, in both themes. */
async function holds(page: Page, name: string): Promise<void> {
  expect.soft(await findings(page)).toEqual([]);
  for (const [width, height] of [
    [390, 844],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect.soft([name, width, ...(await sticksOut(page))]).toEqual([name, width]);
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme });
      if (shots)
        await page.screenshot({ path: join(shots, `${name}-${width}-${theme}.png`), fullPage: true });
    }
  }
  await page.setViewportSize({ width: 390, height: 844 });
  expect.soft([name, ...(await smallTargets(page)), ...(await smallFields(page))]).toEqual([name]);
  await page.setViewportSize({ width: 1280, height: 800 });
}

test('the way from the cart to the order can be used by everybody', async ({ visit, buyer }) => {
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

test('what is wrong in it can be read by everybody', async ({ visit, buyer }) => {
  const page = await visit({ as: buyer, at: '/payment/method' });
  await page.getByTestId('pay-method-card').check();
  await page.getByTestId('pay-next').click();
  await expect(page.getByTestId('card-room')).toHaveAttribute('data-status', 'ready');
  await page.getByTestId('pay-next').click();
  await expect(page.getByTestId('pay-error')).toContainText('カード番号を入力してください。');
  await holds(page, 'details-wrong');
});
