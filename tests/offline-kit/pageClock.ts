import type { Page } from '@playwright/test';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * The device's clock is wrong, or days have gone by: the page's clock differs by `days` (may be negative) and runs on.
 * Say it before the page is loaded. Worker and server keep the right time, as a phone and its servers do.
 */
export async function openDaysLater(page: Page, days: number): Promise<void> {
  await page.clock.install({ time: Date.now() + days * dayMs });
  await page.clock.resume();
}
