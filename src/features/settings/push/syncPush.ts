import type { UserDb } from '#shared/lib/db/schema.ts';
import type { WorkerMessage } from '#shared/lib/worker/workerMessages.ts';
import { deleteSubscription, getPushKey, postSubscription } from './api.ts';
import { readPushFacts, subscribe, unsubscribe } from './browser.ts';
import { readKinds } from './choice.ts';

/**
 * Brings browser and server to the state the learner chose: subscribed and registered, or neither. Safe to repeat.
 * Browsers lose subscriptions silently, so each start repeats it (offline.md 3.85).
 *
 * @throws what the calls throw; the choice stays stored and the next start tries again.
 */
export async function syncPush(db: UserDb): Promise<void> {
  const kinds = await readKinds(db);
  if (kinds.length === 0 || Notification.permission !== 'granted') {
    const endpoint = await unsubscribe();
    if (endpoint !== null) await deleteSubscription(endpoint);
    return;
  }
  const subscription = await subscribe(await getPushKey());
  await postSubscription({ ...subscription, kinds });
}

/** Keeps the subscription correct while the learner is logged in. Returns how to stop. */
export function keepPush(db: UserDb): () => void {
  if (!readPushFacts().hasPush) return () => undefined;
  const sync = () => {
    syncPush(db).catch((error: unknown) => console.warn('push: not brought up to date', error));
  };
  const listen = (event: MessageEvent<WorkerMessage>) => {
    if (event.data?.type === 'push-changed') sync();
  };
  void readKinds(db).then((kinds) => {
    if (kinds.length > 0) sync();
  }, console.warn);
  navigator.serviceWorker.addEventListener('message', listen);
  return () => navigator.serviceWorker.removeEventListener('message', listen);
}

/** Ends the subscription together with the session; the server deletes its part with the login. Never rejects. */
export async function dropPush(): Promise<void> {
  try {
    await unsubscribe();
  } catch (error) {
    console.warn('push: not unsubscribed', error);
  }
}
