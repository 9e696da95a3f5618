import { contactedSchema } from '#contracts/support.ts';
import type { OutboxRow } from '#shared/lib/db/outboxRow.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { enqueue } from '#shared/lib/outbox/enqueue.ts';
import type { OutboxKind } from '#shared/lib/outbox/kind.ts';
import { now } from '#shared/lib/time/clock.ts';
import { type Letter, type LetterFile, postLetter } from './letters.ts';
import { texts } from './texts.ts';

/** Outbox kind of a letter to the support desk. */
export const letterKind = 'letter';
const filePrefix = 'letter-file:';
/** Key of a note about a letter that was sent in the background; the note stays until the writer has seen it. */
export const sentPrefix = 'letter-sent:';
/** The content of that note. `at`: epoch ms. */
export type SentLetter = { number: string; email_masked: string; at: number };

type StoredFile = { type: string; bytes: ArrayBuffer };

/** Whether a letter continues an existing inquiry; otherwise it begins one. */
const isReply = ({ path }: Letter) => path.endsWith('/message/');

/** The letter in an outbox entry. */
export const letterOf = (row: OutboxRow) => row.body as Letter;

/** The content of a stored file. */
export async function contentOf(db: UserDb, file: LetterFile): Promise<Blob> {
  const row = await db.meta.get(filePrefix + file.key);
  const stored = row?.value as StoredFile | undefined;
  return new Blob(stored ? [stored.bytes] : [], { type: file.type });
}

/** Deletes files that belong to no letter any more; must run in a transaction of both tables. */
export async function dropLooseFiles(db: UserDb): Promise<void> {
  const letters = await db.outbox.where('kind').equals(letterKind).toArray();
  const used = new Set(letters.flatMap((row) => letterOf(row).files.map(({ key }) => filePrefix + key)));
  const kept = await db.meta.where('key').startsWith(filePrefix).primaryKeys();
  await db.meta.bulkDelete(kept.filter((key) => !used.has(key)));
}

/**
 * Stores a letter that could not be sent, with its files, until the server can be reached (product.md 2.2.B `/contact`,
 * O2).
 *
 * @throws when the device has no room; the letter is then not stored.
 */
export async function keepLetter(
  db: UserDb,
  letter: Letter,
  contents: ReadonlyMap<string, Blob>,
): Promise<void> {
  const files = await Promise.all(
    letter.files.map(async ({ key, type }) => ({
      key: filePrefix + key,
      // Stores bytes instead of the blob itself, because Safari loses stored blobs.
      value: { type, bytes: await (contents.get(key) ?? new Blob()).arrayBuffer() } satisfies StoredFile,
    })),
  );
  await db.transaction('rw', db.outbox, db.meta, async () => {
    await dropLooseFiles(db);
    await db.meta.bulkPut(files);
    await enqueue(db, {
      kind: letterKind,
      entity: `letter:${letter.key}`,
      method: 'POST',
      path: letter.path,
      body: letter,
      label: '',
    });
  });
}

/** How the outbox sends letters. */
export const letterOutbox: OutboxKind = {
  kind: letterKind,
  tables: [],
  send: (db, row) => postLetter(letterOf(row), (file) => contentOf(db, file)),
  answered: async (db, row, answer) => {
    await dropLooseFiles(db);
    if (isReply(letterOf(row))) return blueAlert.show(texts.thread.sent);
    const read = contactedSchema.safeParse(answer);
    if (!read.success) return;
    const { number, email_masked } = read.data;
    blueAlert.show(texts.kept.sent(number));
    const value: SentLetter = { number, email_masked, at: now() };
    await db.meta.put({ key: sentPrefix + row.key, value });
  },
  refreshes: () => [['inquiry']],
};
