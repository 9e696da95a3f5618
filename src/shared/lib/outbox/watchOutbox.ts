import { liveQuery } from 'dexie';
import type { OutboxState } from '../db/outboxRow.ts';
import type { UserDb } from '../db/schema.ts';
import { connectivity } from '../transport/connectivity.ts';
import { noCounts, outboxCounts } from './counts.ts';
import type { Drain } from './drain.ts';
import { onWake } from './wake.ts';

/** Name of the worker's Background Sync event, and of the message with which it wakes the pages. */
export const outboxSyncTag = 'outbox';

/**
 * Sends the outbox whenever it may succeed: now, when an entry is added, when the server or the learner comes back,
 * when the worker says so, and when the tab that was sending dies (offline.md 3.61, 3.63). Returns a function that
 * stops.
 */
export function drainWhenPossible(db: UserDb, drain: Drain): () => void {
  // While the server is reachable, failed entries keep their growing pauses, however often the learner comes back.
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
    .catch((error: unknown) => console.warn('outbox: not tried again', error))
    .finally(eager);
  return () => {
    drain.stop();
    for (const stop of stops) stop();
  };
}

/** Tells the drain about changes by other tabs, so that it continues if one of them dies. */
function standByOtherTabs(db: UserDb, drain: Drain): () => void {
  const count = (state: OutboxState) => db.outbox.where('state').equals(state).count();
  const subscription = liveQuery(async () => [await count('sending'), await count('waiting')]).subscribe({
    next: ([sending = 0, waiting = 0]) => {
      if (sending + waiting > 0 && connectivity.get().state === 'online') drain.standBy(sending > 0);
    },
    error: (error) => console.warn('outbox: not watched', error),
  });
  return () => subscription.unsubscribe();
}

/** How many changes the server does not have, including refused ones. */
export function countUnsent(db: UserDb): Promise<number> {
  return db.outbox.count();
}

/** Keeps the shell's counts up to date. Returns a function that stops. */
export function countOutbox(db: UserDb): () => void {
  const subscription = liveQuery(async () => {
    const refused = await db.outbox.where('state').equals('refused').count();
    return { waiting: (await db.outbox.count()) - refused, refused };
  }).subscribe({
    next: (counts) => outboxCounts.set(counts),
    error: (error) => console.warn('outbox: not counted', error),
  });
  return () => {
    subscription.unsubscribe();
    outboxCounts.set(noCounts);
  };
}

/**
 * In browsers with Background Sync the worker is woken when the network is back. It is optional; nothing relies on it.
 * If the network works but the server is away, the browser would wake it at once, without use.
 */
async function askForBackgroundSync(): Promise<void> {
  if (navigator.onLine) return;
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    if (!registration || !('sync' in registration)) return;
    await (registration.sync as { register: (tag: string) => Promise<void> }).register(outboxSyncTag);
  } catch {
    // Not allowed, for example in a private window: the next start, focus or answer sends.
  }
}

function listen(target: EventTarget, type: string, listener: EventListener | (() => void)): () => void {
  target.addEventListener(type, listener);
  return () => target.removeEventListener(type, listener);
}
