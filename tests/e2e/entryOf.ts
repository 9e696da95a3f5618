import type { Page } from '@playwright/test';

/**
 * Address of the script the page was started with, whether the shell or a stored first screen brought it; empty while a
 * page is loading.
 */
export function entryOf(page: Page): Promise<string> {
  return page
    .evaluate(() => {
      const script = document.querySelector<HTMLScriptElement>('script[type=module][src]');
      const link = document.querySelector<HTMLLinkElement>('link[data-first=app]');
      const address = script?.src ?? link?.href;
      return address ? new URL(address).pathname : '';
    })
    .catch(() => '');
}
