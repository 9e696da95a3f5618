import { paces } from '../transport/paces.ts';

/**
 * Notifications for the outbox. Writers call it without knowing who sends. The drain is loaded with the member area and
 * listens (offline.md 3.63).
 */
const listeners = new Set<() => void>();
let send: () => Promise<void> = () => Promise.resolve();

/** Asks for a drain soon. Without a drain it does nothing; the next start sends. */
export function wakeDrain(): void {
  for (const listener of listeners) listener();
}

/** Calls `listener` when there may be something to send; returns the unsubscribe function. */
export function onWake(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Sends what waits now, because the learner asked for it; resolves when everything was tried once. Never rejects. */
export function sendNow(): Promise<void> {
  paces.reset();
  return send();
}

/** Registers the drain of the logged-in learner; returns a function that removes it. */
export function provideSend(next: () => Promise<void>): () => void {
  send = next;
  return () => {
    if (send === next) send = () => Promise.resolve();
  };
}
