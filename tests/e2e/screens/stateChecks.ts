import { expect, type Locator, type Page } from '@playwright/test';

// What a screen shows while its content does not come, and when it failed to come (product.md 2.0.2).

/** The screen's own part of the page; the first page has more parts than the one that fails. */
export function part(page: Page, testId: string): Locator {
  return page.getByRole('main').getByTestId(testId).first();
}

/** Looks again and again, while the page's clock, which stands still else, goes on a little. `timeout`: 0: none. */
export async function whileTimePasses(page: Page, look: () => Promise<void>, timeout = 0): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(20);
    await look();
  }).toPass({ intervals: [100], timeout });
}

/** The shape of what is on its way, and after ten seconds the words that it takes long. The clock stands still. */
export async function showsShape(page: Page): Promise<void> {
  const busy = page.getByRole('main').locator('[aria-busy="true"]').first();
  await whileTimePasses(page, async () => expect(await busy.getByText('読み込んでいます').count()).toBe(1));
  await expect(busy.locator('[aria-hidden="true"]').first()).toBeVisible();
  await expect(page.getByText('読み込みに時間がかかっています。')).toBeHidden();
  // There before its words: it would not be read out else.
  await expect(busy.locator('[role="status"]:empty')).toHaveCount(1);
  await page.clock.fastForward(10_000);
  await expect(page.getByText('読み込みに時間がかかっています。')).toBeVisible();
}

/** The failure that `DemoSite.failAt` makes, in words and with its number. */
export async function tellsFailure(page: Page): Promise<void> {
  const card = part(page, 'list-error');
  await expect(card).toContainText('サーバーで問題が起きました');
  await expect(card).toContainText('受付番号 scripted-500');
}
