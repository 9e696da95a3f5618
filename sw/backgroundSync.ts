import type { WorkerMessage } from '#shared/lib/worker/workerMessages.ts';
import { worker } from './scope.ts';

/** The event of Background Sync, which the type library does not know. */
export type SyncEvent = ExtendableEvent & { tag: string };

/**
 * The network is back: open pages are told to send what waits. Without a page nothing is sent: the session belongs to
 * the page, and the next start sends (offline.md 3.63).
 */
export async function wakePages(): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const message: WorkerMessage = { type: 'outbox' };
  for (const page of pages) page.postMessage(message);
}
