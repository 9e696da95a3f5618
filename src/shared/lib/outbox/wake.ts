import { paces } from '../transport/paces.ts';

/**
 * The bell of the queue. Writers ring it without knowing who drains; the drain is loaded with the member area and
 * listens (offline.md 3.63).
 */
const listeners = new Set<() => void>();
let send: () => Promise<void> = () => Promise.resolve();

/** Asks for a drain soon. Does nothing while nobody drains: the next start does. */
export function wakeDrain(): void {
  for (const listener of listeners) listener();
}

/** Calls `listener` when there may be something to send; returns how to stop that. */
export function onWake(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Sends what waits, now, as the learner asked; resolves when all was tried once. Never rejects. */
export function sendNow(): Promise<void> {
  paces.reset();
  return send();
}

/** Puts the drain of the logged-in learner in place; returns how to take it away. */
export function provideSend(next: () => Promise<void>): () => void {
  send = next;
  return () => {
    if (send === next) send = () => Promise.resolve();
  };
}
