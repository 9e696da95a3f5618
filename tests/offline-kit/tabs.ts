import type { Page } from '@playwright/test';

/** Another tab of the same browser. */
export function secondTab(page: Page): Promise<Page> {
  return page.context().newPage();
}

/**
 * The system kills a tab: its process ends in the middle of whatever it does, no event is told, nothing is saved.
 * Chromium only.
 */
export async function killTab(page: Page): Promise<void> {
  const tools = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  // The process that should answer is gone.
  tools.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();
}

/**
 * Which of several tabs sends the next request of this kind: where they share a queue, any of them may. Call it before
 * what leads to the request.
 */
export function tabThatSends(tabs: Page[], method: string, path: string): Promise<Page> {
  return new Promise((resolve) => {
    for (const tab of tabs) {
      tab.on('request', (request) => {
        if (request.method() === method && new URL(request.url()).pathname === path) resolve(tab);
      });
    }
  });
}
