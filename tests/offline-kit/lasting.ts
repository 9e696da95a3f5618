import type { BrowserContext } from '@playwright/test';

/** What of a browser outlives its tabs and is not stored: after one of these it is not as new any more. */
const lasting = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'route',
  'routeFromHAR',
  'routeWebSocket',
  'setExtraHTTPHeaders',
  'setGeolocation',
  // It could be taken back, but that waits for every worker, and one that was stopped never answers.
  'setOffline',
] as const;
const lastingOfClock = ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'] as const;

/** Calls `onSpoilt` when a test does something to the browser that would reach the next one, or when it ends. */
export function watchLasting(context: BrowserContext, onSpoilt: () => void): void {
  const watch = <Owner extends object>(owner: Owner, names: readonly (keyof Owner)[]) => {
    for (const name of names) {
      const original = owner[name] as (...args: unknown[]) => unknown;
      const watched = (...args: unknown[]) => {
        onSpoilt();
        return original.apply(owner, args);
      };
      Object.assign(owner, { [name]: watched });
    }
  };
  watch(context, lasting);
  // The clock of every page is that of its browser.
  watch(context.clock, lastingOfClock);
  context.once('close', onSpoilt);
  context.on('page', (page) => page.once('crash', onSpoilt));
}

/** Tabs and permissions as in a new browser. */
export async function closeTabs(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.close();
  await context.clearPermissions();
}
