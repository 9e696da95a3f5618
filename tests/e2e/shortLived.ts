import type { Page } from '@playwright/test';

// What the screen shows for a second or a few is gone before a busy machine looks: get ready before it comes.

/**
 * Remembers what the page says in its status regions from now on. Answers a function that waits until it has said
 * certain words.
 */
export async function listenTo(page: Page): Promise<(words: string) => Promise<void>> {
  const heard = await page.evaluateHandle(() => {
    const sayings = new Set<string>();
    const listen = () => {
      for (const place of document.querySelectorAll('[role=status]')) sayings.add(place.textContent ?? '');
    };
    new MutationObserver(listen).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    return sayings;
  });
  return async (words) => {
    await page.waitForFunction(
      ([sayings, wanted]) => [...sayings].some((saying) => saying.includes(wanted)),
      [heard, words] as const,
    );
  };
}

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

/**
 * Holds 「元に戻す」 as soon as it is offered: the offer of 5 s then waits for the learner (WCAG 2.2.1). Call it before what
 * makes the offer. `by`: the focus, or a pointer over the bar where the focus goes elsewhere.
 */
export async function holdUndo(page: Page, by: 'focus' | 'pointer' = 'focus'): Promise<void> {
  // It comes with the late bars of the shell.
  const undo = page.locator('section[aria-label="元に戻す"]');
  await undo.waitFor({ state: 'attached' });
  await undo.evaluate((bar: HTMLElement, hold) => {
    const watcher = new MutationObserver(() => {
      if (bar.hidden) return;
      watcher.disconnect();
      if (hold === 'focus') bar.querySelector('button')?.focus();
      else bar.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    });
    watcher.observe(bar, { attributes: true, attributeFilter: ['hidden'] });
  }, by);
}
