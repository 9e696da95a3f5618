import { liveQuery } from 'dexie';
import type { UserDb } from '../db/schema.ts';
import { connectivity } from '../transport/connectivity.ts';
import { noCounts, outboxCounts } from './counts.ts';
import type { Drain } from './drain.ts';
import type { OutboxState } from './row.ts';
import { onWake } from './wake.ts';

/** Name of the worker's Background Sync event, and of the message by which it wakes the pages. */
export const outboxSyncTag = 'outbox';

/**
 * Sends the queue whenever there may be a way: now, when something is put in, when the server or the learner comes
 * back, when the worker says so, when the tab that was at it dies (offline.md 3.61, 3.63). Returns how to
 * stop.
 */
export function drainWhenPossible(db: UserDb, drain: Drain): () => void {
  // While the server is there, what it does not take keeps its growing pauses, however often the learner comes back.
  const eager = () => {
    if (connectivity.get().state === 'online') drain.goOn();
    else void drain.run(true);
  };
  const whenVisible = () => {
    if (document.visibilityState === 'visible') eager();
  };
  const fromWorker = (event: MessageEvent) => {
    if (event.data?.type === outboxSyncTag) eager();
  };
  const stops = [
    onWake(() => {
      if (connectivity.get().state === 'online') void drain.run(false);
      else void askForBackgroundSync();
    }),
    connectivity.subscribe(drain.goOn),
    listen(globalThis, 'focus', eager),
    listen(document, 'visibilitychange', whenVisible),
    navigator.serviceWorker
      ? listen(navigator.serviceWorker, 'message', fromWorker as EventListener)
      : () => {},
    standByOtherTabs(db, drain),
  ];
  import('./stuck.ts')
    .then(({ reviveStuck }) => reviveStuck(db))
    .catch((error: unknown) => console.warn('outbox: what was given up cannot be tried again', error))
    .finally(eager);
  return () => {
    drain.stop();
    for (const stop of stops) stop();
  };
}

/** Tells the drain of what other tabs do with the queue, so that it goes on where one of them dies. */
function standByOtherTabs(db: UserDb, drain: Drain): () => void {
  const count = (state: OutboxState) => db.outbox.where('state').equals(state).count();
  const subscription = liveQuery(async () => [await count('sending'), await count('waiting')]).subscribe({
    next: ([sending = 0, waiting = 0]) => {
      if (sending + waiting > 0 && connectivity.get().state === 'online') drain.standBy(sending > 0);
    },
    error: (error) => console.warn('outbox: the queue cannot be watched', error),
  });
  return () => subscription.unsubscribe();
}

/** How many changes the server does not have, refused ones included. */
export function countUnsent(db: UserDb): Promise<number> {
  return db.outbox.count();
}

/** Keeps the counts of the shell in step with the queue. Returns how to stop. */
export function countOutbox(db: UserDb): () => void {
  const subscription = liveQuery(async () => {
    const refused = await db.outbox.where('state').equals('refused').count();
    return { waiting: (await db.outbox.count()) - refused, refused };
  }).subscribe({
    next: (counts) => outboxCounts.set(counts),
    error: (error) => console.warn('outbox: the queue cannot be counted', error),
  });
  return () => {
    subscription.unsubscribe();
    outboxCounts.set(noCounts);
  };
}

/**
 * Where the browser can, it wakes the worker when the network is back; a bonus, nothing relies on it. With a network
 * but no server behind it the browser would wake at once, and for nothing.
 */
async function askForBackgroundSync(): Promise<void> {
  if (navigator.onLine) return;
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    if (!registration || !('sync' in registration)) return;
    await (registration.sync as { register: (tag: string) => Promise<void> }).register(outboxSyncTag);
  } catch {
    // Not allowed, for example in a private window: the next start, focus or answer drains.
  }
}

function listen(target: EventTarget, type: string, listener: EventListener | (() => void)): () => void {
  target.addEventListener(type, listener);
  return () => target.removeEventListener(type, listener);
}
