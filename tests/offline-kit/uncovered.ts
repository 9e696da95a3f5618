import type { BrowserContext, Page } from '@playwright/test';

/** Longest a navigation waits for the page behind its cover, ms; after that the test says itself what it misses. */
const patienceMs = 10_000;
const known = new WeakSet<BrowserContext>();

/**
 * A worker may answer a navigation with a picture of the page that stands until the page itself has grown behind it.
 * Locators would find both, and what is pressed or typed on the picture reaches nobody. From now on every navigation of
 * the tabs of `context` ends when its cover has gone. Those that only wait for their `commit` end as before.
 *
 * @param cover selector of the element that covers the page.
 */
export function waitUncovered(context: BrowserContext, cover: string): void {
  if (known.has(context)) return;
  known.add(context);
  for (const page of context.pages()) watch(page, cover);
  context.on('page', (page) => watch(page, cover));
}

function watch(page: Page, cover: string): void {
  const uncovered = async <Answer>(answer: Answer, options?: { waitUntil?: string }): Promise<Answer> => {
    if (options?.waitUntil !== 'commit')
      await page
        .locator(cover)
        .first()
        .waitFor({ state: 'detached', timeout: patienceMs })
        .catch(() => undefined);
    return answer;
  };
  const { goto, reload, goBack, goForward } = page;
  page.goto = async (url, options) => uncovered(await goto.call(page, url, options), options);
  page.reload = async (options) => uncovered(await reload.call(page, options), options);
  page.goBack = async (options) => uncovered(await goBack.call(page, options), options);
  page.goForward = async (options) => uncovered(await goForward.call(page, options), options);
}
