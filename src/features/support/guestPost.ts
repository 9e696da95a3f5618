import { noteGuestWork } from '#features/support/guestWork.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import { createDrain } from '#shared/lib/outbox/drain.ts';
import { drainWhenPossible } from '#shared/lib/outbox/watchOutbox.ts';
import { parseTime } from '#shared/lib/text/format.ts';
import { now } from '#shared/lib/time/clock.ts';
import { openGuestDb } from './guestDb.ts';
import { dropLooseFiles, letterKind, letterOutbox, sentPrefix } from './outbox.ts';

/** Letters not sent, and notes not seen, for this long are deleted (product.md 3.2), ms. */
const keptForMs = 30 * 24 * 60 * 60 * 1000;

let starting: Promise<UserDb> | null = null;

async function forgetOld(db: UserDb): Promise<void> {
  const before = now() - keptForMs;
  const rows = await db.outbox.where('kind').equals(letterKind).toArray();
  const old = rows.filter(({ client_at }) => (parseTime(client_at) ?? 0) < before);
  await db.transaction('rw', db.outbox, db.meta, async () => {
    await db.outbox.bulkDelete(old.map(({ seq }) => seq));
    await dropLooseFiles(db);
  });
  const sent = await db.meta.where('key').startsWith(sentPrefix).toArray();
  const seen = sent.filter(({ value }) => (value as { at: number }).at < before);
  await db.meta.bulkDelete(seen.map(({ key }) => key));
}

/** Stores for the next start whether anything is left. */
export async function noteGuestLetters(db: UserDb): Promise<void> {
  const [letters, sent] = [
    await db.outbox.count(),
    await db.meta.where('key').startsWith(sentPrefix).count(),
  ];
  noteGuestWork(letters + sent > 0);
}

function noteQuietly(db: UserDb): void {
  noteGuestLetters(db).catch((error: unknown) => console.warn('letters: not noted', error));
}

async function start(): Promise<UserDb> {
  const db = await openGuestDb();
  await forgetOld(db).catch((error: unknown) => console.warn('letters: old ones not forgotten', error));
  await noteGuestLetters(db);
  const kinds = [letterOutbox];
  drainWhenPossible(db, createDrain({ db, userId: null, kinds, onAnswered: () => noteQuietly(db) }));
  return db;
}

/**
 * Opens what guests have written on this device, and from now on sends it whenever the server can be reached. Once per
 * page.
 */
export function startGuestPost(): Promise<UserDb> {
  starting ??= start().catch((error: unknown) => {
    starting = null;
    throw error;
  });
  return starting;
}
