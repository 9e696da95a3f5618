import { createObservable } from '#shared/lib/observable/observable.ts';

/** Key that marks that the browser was asked once without a request by the learner. */
const askedKey = 'storage.asked';

/**
 * Whether the browser has promised not to clear this device's storage automatically. `unknown`: it does not say
 * (offline.md 3.53).
 */
export type Protection = 'protected' | 'unprotected' | 'unknown';

/** The current state, live; `null` before it was read. */
export const protection = createObservable<Protection | null>(null);

/** Reads the state. Never throws. */
export async function lookUpProtection(): Promise<void> {
  protection.set(await readProtection());
}

async function readProtection(): Promise<Protection> {
  try {
    return (await navigator.storage.persisted()) ? 'protected' : 'unprotected';
  } catch {
    return 'unknown';
  }
}

/** Whether the browser can be asked at all. */
export function canAskProtection(): boolean {
  return typeof navigator.storage?.persist === 'function';
}

/**
 * Asks the browser to protect the storage. Nobody waits for the answer: Firefox asks the learner and may never answer,
 * WebKitGTK has no such call (offline.md 3.53). Resolves with the new state when the browser answers.
 */
export async function askProtection(): Promise<void> {
  try {
    await navigator.storage.persist();
  } catch (error) {
    console.warn('storage: protection was not asked for', error);
  }
  await lookUpProtection();
}

/** Asks once per browser, at the first download or bookmark (product.md 3.9.7). */
export function askProtectionOnce(): void {
  if (!canAskProtection()) return;
  try {
    if (localStorage.getItem(askedKey) !== null) return;
    localStorage.setItem(askedKey, '1');
  } catch {
    return;
  }
  void askProtection();
}
