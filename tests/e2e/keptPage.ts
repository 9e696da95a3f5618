import type { Page } from '@playwright/test';

// A page that the browser keeps for going back (bfcache).

/**
 * A page is left when its databases have rested for this long, ms: longer than the pauses of a start, which works in
 * bursts. After the start they work for a few ms each half minute.
 */
const restMs = 2000;

/** What `leave` notes in the page that it leaves. A page that is loaded anew has none of it. */
type Notes = {
  /** What runs in its databases. */
  running: Map<IDBTransaction, string>;
  /** When something there last ended. */
  endedAt: number;
  isBack: boolean;
  isReloading: boolean;
};

/** A page that did not come back as it was left. */
type LoadedAnew = {
  /** The browser had not kept it (`back_forward`), or it was kept and has loaded itself anew (`reload`). */
  by: string;
  /** Why the browser had not kept it, in its own words. */
  reasons: string[];
  /** What it did in its databases as it left. For that it loads itself anew (pageCache.ts). */
  busyWith: string[];
};

/**
 * Leaves a page when it is at rest. Answers a function to call after going back: it tells whether this is still the page
 * that was left, and otherwise why it is not.
 */
export async function leave(page: Page, elsewhere: string): Promise<() => Promise<'kept' | LoadedAnew>> {
  // The page itself is told of many reasons no more than that there is one (`masked` in its `notRestoredReasons`).
  const reasons: string[] = [];
  const tools = await page.context().newCDPSession(page);
  await tools.send('Page.enable');
  tools.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) => {
    reasons.push(...notRestoredExplanations.map(({ reason }) => reason));
  });
  await page.evaluate(takeNotes);
  await page.waitForFunction((rest) => {
    const { notes } = globalThis as unknown as { notes: Notes };
    return notes.running.size === 0 && performance.now() - notes.endedAt >= rest;
  }, restMs);
  await page.goto(elsewhere);
  return async () => {
    const found = await page.waitForFunction(() => {
      const { notes } = globalThis as unknown as { notes?: Notes };
      if (notes) return notes.isBack && !notes.isReloading && 'kept';
      const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      return { by: load?.type ?? '', busyWith: JSON.parse(sessionStorage.getItem('busyWith') ?? '[]') };
    });
    const how = (await found.jsonValue()) as 'kept' | Omit<LoadedAnew, 'reasons'>;
    return how === 'kept' ? how : { ...how, reasons };
  };
}

/** Runs in the page. */
function takeNotes(): void {
  const running: Notes['running'] = new Map();
  const notes: Notes = { running, endedAt: performance.now(), isBack: false, isReloading: false };
  Object.assign(globalThis, { notes });
  // Dexie took hold of a database's `transaction` when it opened it; each piece of work asks for its stores anew.
  const { objectStore } = IDBTransaction.prototype;
  IDBTransaction.prototype.objectStore = function (name) {
    const store = objectStore.call(this, name);
    // The exam's database stays open in a page that is kept, and is no cause to load it anew (examDb.ts).
    if (!running.has(this) && !this.db.name.startsWith('x_')) {
      running.set(this, `${this.mode} ${[...this.objectStoreNames].join()}`);
      const end = () => {
        running.delete(this);
        notes.endedAt = performance.now();
      };
      this.addEventListener('complete', end);
      this.addEventListener('abort', end);
    }
    return store;
  };
  // For the page that may take the place of this one. Once: a reload hides it a second time.
  const tellNext = () => sessionStorage.setItem('busyWith', JSON.stringify([...running.values()]));
  addEventListener('pagehide', tellNext, { once: true });
  addEventListener('pageshow', ({ persisted }) => {
    notes.isBack = persisted;
  });
  // A page that loads itself anew is still there for a while. This is told at once.
  navigation.addEventListener('navigate', ({ navigationType }) => {
    notes.isReloading ||= navigationType === 'reload';
  });
}
