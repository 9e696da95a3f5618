import type { WorkerMessage } from '#shared/lib/worker/workerMessages.ts';
import { worker } from './scope.ts';

/** The event of Background Sync, which the type library does not know. */
export type SyncEvent = ExtendableEvent & { tag: string };

/**
 * The network is back: tells open pages to send what waits. Without an open page nothing is sent, because the session
 * belongs to the page; the next start of the app sends (offline.md 3.63).
 */
export async function wakePages(): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const message: WorkerMessage = { type: 'outbox' };
  for (const page of pages) page.postMessage(message);
}
