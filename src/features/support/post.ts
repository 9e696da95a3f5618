import { liveQuery } from 'dexie';
import { noteGuestWork } from '#features/support/guestWork.ts';
import { storageHealth } from '#shared/lib/db/health.ts';
import type { OutboxError } from '#shared/lib/db/outboxRow.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import { openUserDb } from '#shared/lib/db/userDb.ts';
import { parseTime } from '#shared/lib/text/format.ts';
import { noteGuestLetters, startGuestPost } from './guestPost.ts';
import type { Letter } from './letters.ts';
import {
  contentOf,
  dropLooseFiles,
  keepLetter,
  letterKind,
  letterOf,
  type SentLetter,
  sentPrefix,
} from './outbox.ts';

/**
 * What the pages do with letters on this device. This module includes Dexie, so it is loaded only when there is
 * something to store or to show. `owner`: id of the member, empty for a guest.
 */

/** A letter that the server does not have. `at`: when it was written, epoch ms. */
export type WaitingLetter = {
  seq: number;
  at: number;
  path: string;
  isSending: boolean;
  refusal: OutboxError | null;
};
export type KeptLetters = { waiting: WaitingLetter[]; sent: (SentLetter & { key: string })[] };

function dbOf(owner: string): Promise<UserDb> {
  return owner === '' ? startGuestPost() : openUserDb(owner);
}

/** Stores for the next start whether anything of a guest is left. */
export async function noteLeft(owner: string): Promise<void> {
  if (owner === '') await noteGuestLetters(await dbOf(owner));
}

/** Stores a letter until it can be sent; returns whether it survives the end of this tab. */
export async function keep(
  owner: string,
  letter: Letter,
  contents: ReadonlyMap<string, Blob>,
): Promise<{ isLasting: boolean }> {
  const db = await dbOf(owner);
  await keepLetter(db, letter, contents);
  if (owner === '') noteGuestWork(true);
  return { isLasting: storageHealth.get() !== 'memory' };
}

async function readLetters(db: UserDb): Promise<KeptLetters> {
  const rows = await db.outbox.where('kind').equals(letterKind).sortBy('seq');
  const sent = await db.meta.where('key').startsWith(sentPrefix).toArray();
  return {
    waiting: rows.map((row) => ({
      seq: row.seq,
      at: parseTime(row.client_at) ?? 0,
      path: letterOf(row).path,
      isSending: row.state === 'sending',
      refusal: row.state === 'refused' ? row.error : null,
    })),
    sent: sent.map(({ key, value }) => ({ key, ...(value as SentLetter) })),
  };
}

/** Reports what is stored, now and whenever it changes. Returns how to stop. */
export async function watchLetters(owner: string, tell: (letters: KeptLetters) => void): Promise<() => void> {
  const db = await dbOf(owner);
  const subscription = liveQuery(() => readLetters(db)).subscribe({
    next: tell,
    error: (error: unknown) => console.warn('letters: cannot be watched', error),
  });
  return () => subscription.unsubscribe();
}

/** Takes a letter out of the queue; `null` if it is being sent or was sent already. */
export async function takeBack(
  owner: string,
  seq: number,
): Promise<{ letter: Letter; contents: Map<string, Blob> } | null> {
  const db = await dbOf(owner);
  return db.transaction('rw', db.outbox, db.meta, async () => {
    const row = await db.outbox.get(seq);
    if (!row || row.state === 'sending') return null;
    const letter = letterOf(row);
    const contents = new Map<string, Blob>();
    for (const file of letter.files) contents.set(file.key, await contentOf(db, file));
    await db.outbox.delete(seq);
    await dropLooseFiles(db);
    return { letter, contents };
  });
}

/** Deletes an unsent letter at its writer's wish. */
export async function drop(owner: string, seq: number): Promise<void> {
  await takeBack(owner, seq);
  await noteLeft(owner);
}

/** The writer has seen that a letter was sent. */
export async function closeSent(owner: string, key: string): Promise<void> {
  const db = await dbOf(owner);
  await db.meta.delete(key);
  await noteLeft(owner);
}
