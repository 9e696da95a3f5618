import type { QueryClient } from '@tanstack/react-query';
import type { User } from '#contracts/accounts.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import { closeUserDb, deleteForgottenDbs, openUserDb, userDbNoted } from '#shared/lib/db/userDb.ts';
import { whenIdle } from '#shared/lib/loading/idle.ts';
import { createMirrorClient } from '#shared/lib/mirror/client.ts';
import { unreadNotices } from '#shared/lib/mirror/unreadNotices.ts';
import { createObservable } from '#shared/lib/observable/observable.ts';
import { countOutbox } from '#shared/lib/outbox/watchOutbox.ts';
import type { SessionEnd } from '#shared/lib/session/core.ts';
import { hasAskedEarly } from '#shared/lib/transport/askedEarly.ts';
import { forgetByHand } from './forgetByHand.ts';

/** The running member area of one learner. */
export type Member = { userId: string; db: UserDb; client: QueryClient; stop: () => void };

/** The member area; `null` until the learner's database is open, and after the session has ended. */
export const member = createObservable<Member | null>(null);

let wanted: string | null = null;

/** Opens the learner's database, starts the first load and the sending of unsent work. */
export async function enterMember(user: User): Promise<void> {
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
  member.set({ userId: user.id, db, client, stop });
  startBehind({ userId: user.id, db, client, stop }, stops).catch((error: unknown) =>
    console.error('member area', error),
  );
}

/** How long background work waits for the first answer of a page, ms. */
const patienceMs = 4000;

/**
 * Resolves when the page has its first answer. If the device has nothing to show yet, the line is reserved for that
 * answer and the files of the page.
 */
function pageAnswered(client: QueryClient): Promise<void> {
  if (!hasAskedEarly()) return Promise.resolve();
  return new Promise((resolve) => {
    const cache = client.getQueryCache();
    const done = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(done, patienceMs);
    const stop = cache.subscribe(({ query }) => {
      if (query.state.status !== 'pending') done();
    });
  });
}

/**
 * Starts what the screen does not wait for, so that a learner's first route stays small (performance.md 3). Nothing
 * waits for this, least of all the forgetting at the end of a session.
 */
async function startBehind({ userId, db, client }: Member, stops: (() => void)[]): Promise<void> {
  await pageAnswered(client);
  if (member.get()?.client !== client) return;
  const [{ startWork, keepAsking }] = await Promise.all([import('./memberWork.ts'), userDbNoted()]);
  if (member.get()?.client !== client) return;
  stops.push(startWork(userId, db, client), keepAsking(client));
  whenIdle(() => void deleteForgottenDbs().catch((error: unknown) => console.warn('storage', error)));
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
