import type { QueryClient } from '@tanstack/react-query';
import type { User } from '#contracts/accounts.ts';
import { openAppDb } from '#shared/lib/db/appDb.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import { closeUserDb, deleteForgottenDbs, openUserDb, userDbNoted } from '#shared/lib/db/userDb.ts';
import { whenIdle } from '#shared/lib/loading/idle.ts';
import { loadAgain } from '#shared/lib/loading/loadAgain.ts';
import { pageStands } from '#shared/lib/loading/pageStands.ts';
import { createMirrorClient } from '#shared/lib/mirror/client.ts';
import { unreadNotices } from '#shared/lib/mirror/unreadNotices.ts';
import { createObservable } from '#shared/lib/observable/observable.ts';
import { provideSend, sendNow } from '#shared/lib/outbox/wake.ts';
import { countOutbox } from '#shared/lib/outbox/watchOutbox.ts';
import type { SessionEnd } from '#shared/lib/session/core.ts';
import { hasAskedEarly } from '#shared/lib/transport/askedEarly.ts';
import { forgetByHand } from './forgetByHand.ts';

/** The running member area of one learner. */
export type Member = { userId: string; db: UserDb; client: QueryClient; stop: () => void };

/** The member area; `null` until the learner's database is open, and after the session has ended. */
export const member = createObservable<Member | null>(null);

// The first start on a device makes this database before the learner's own: while the learner is still asked for.
if (hasAskedEarly()) openAppDb().catch(() => undefined);

let wanted: string | null = null;

/**
 * Opens the learner's database, starts the first load and the sending of unsent work. `loadLater`: what else is loaded
 * once the page stands.
 */
export async function enterMember(user: User, loadLater: () => Promise<unknown>): Promise<void> {
  if (wanted === user.id) return;
  stopMember();
  wanted = user.id;
  const db = await openUserDb(user.id);
  if (wanted !== user.id) return;
  const client = createMirrorClient();
  const stops = [countOutbox(db), () => client.clear()];
  const stop = () => {
    for (const end of stops.reverse()) end();
  };
  const present = { userId: user.id, db, client, stop };
  member.set(present);
  keepAnswers(present, stops).catch((error: unknown) => console.warn('storage: answers', error));
  startBehind(present, stops, loadLater).catch((error: unknown) => console.error('member area', error));
}

/** Longest wait of background work for an idle moment once the page stands, ms. */
const idleMs = 1000;

/** Resolves when nothing on the screen waits for processor or line any more; after some seconds at the latest. */
async function restBehindPage(): Promise<void> {
  await pageStands();
  await new Promise<void>((resolve) => whenIdle(resolve, idleMs));
}

/**
 * Starts what the screen does not wait for, once the page stands (performance.md 4.10). Nothing waits for this, least of
 * all the forgetting at the end of a session; a learner who wants to send now starts it at once.
 */
async function startBehind(
  present: Member,
  stops: (() => void)[],
  loadLater: () => Promise<unknown>,
): Promise<void> {
  const start = onlyOnce(() => startWorkOf(present, stops));
  const stopWaiting = provideSend(async () => {
    try {
      await start();
    } catch (error) {
      // What waits to be sent stays; the next try starts the work again.
      console.warn('member area', error);
      return;
    }
    stopWaiting();
    await sendNow();
  });
  stops.push(stopWaiting);
  await restBehindPage();
  loadLater().catch(() => undefined);
  await start();
}

const loadWork = loadAgain(() => import('./memberWork.ts'));

const isPresent = ({ client }: Member) => member.get()?.client === client;

/**
 * Restores what an earlier visit has kept, before the page asks for it again. Nothing is kept on a device that does not
 * know the learner.
 */
async function keepAnswers(present: Member, stops: (() => void)[]): Promise<void> {
  if (hasAskedEarly()) await pageStands();
  const [{ persistMirror }] = await Promise.all([import('#shared/lib/mirror/persist.ts'), userDbNoted()]);
  if (isPresent(present)) stops.push(persistMirror(present.client, present.db.name));
}

async function startWorkOf(present: Member, stops: (() => void)[]): Promise<void> {
  const { userId, db, client } = present;
  if (!isPresent(present)) return;
  const [{ startWork, keepAsking }] = await Promise.all([loadWork(), userDbNoted()]);
  if (!isPresent(present)) return;
  stops.push(startWork(userId, db, client), keepAsking(client));
  whenIdle(() => void deleteForgottenDbs().catch((error: unknown) => console.warn('storage', error)));
}

/** Makes work that is done once, however often it is called; after a failure the next call tries again. */
function onlyOnce(work: () => Promise<void>): () => Promise<void> {
  let begun: Promise<void> | null = null;
  return () => {
    begun ??= work().catch((error: unknown) => {
      begun = null;
      throw error;
    });
    return begun;
  };
}

/** Forgets the learner whose session ended, if memberEnd.ts could not be loaded. */
export async function leaveByHand(end: SessionEnd): Promise<void> {
  stopMember();
  await forgetByHand(end);
}

/** Stops all background work of the learner and closes the database; nothing is deleted. */
export function stopMember(): void {
  wanted = null;
  member.get()?.stop();
  member.set(null);
  // Resets the number on the bell for the next learner.
  unreadNotices.set(null);
  closeUserDb();
}
