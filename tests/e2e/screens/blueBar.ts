import type { Page } from '@playwright/test';

/**
 * Notes what the blue bar says from now on, until the page is loaded anew: a sentence stays for three seconds, which
 * may pass between two looks. Answers a function that tells all of it.
 */
export async function heardFromBar(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heardFromBar: heard });
    const listen = () => {
      const text = document.querySelector('[data-testid="blue-alert"]')?.textContent;
      if (text && heard.at(-1) !== text) heard.push(text);
    };
    new MutationObserver(listen).observe(document, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => (window as unknown as { heardFromBar: string[] }).heardFromBar);
}
