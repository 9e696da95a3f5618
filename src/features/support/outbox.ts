import { contactedSchema } from '#contracts/support.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { enqueue } from '#shared/lib/outbox/enqueue.ts';
import type { OutboxKind } from '#shared/lib/outbox/kind.ts';
import type { OutboxRow } from '#shared/lib/outbox/row.ts';
import { now } from '#shared/lib/time/clock.ts';
import { type Letter, type LetterFile, postLetter } from './letters.ts';
import { texts } from './texts.ts';

/** What the queue calls a letter to the support desk. */
export const letterKind = 'letter';
const filePrefix = 'letter-file:';
/** A letter that was sent while nobody looked, until they have seen it. */
export const sentPrefix = 'letter-sent:';
/** What is remembered of it. `at`: epoch ms. */
export type SentLetter = { number: string; email_masked: string; at: number };

type StoredFile = { type: string; bytes: ArrayBuffer };

/** Whether a letter goes on with an inquiry that is there; else it begins one. */
const isReply = ({ path }: Letter) => path.endsWith('/message/');

/** The letter in an entry of the queue. */
export const letterOf = (row: OutboxRow) => row.body as Letter;

/** The content of a kept file. */
export async function contentOf(db: UserDb, file: LetterFile): Promise<Blob> {
  const row = await db.meta.get(filePrefix + file.key);
  const stored = row?.value as StoredFile | undefined;
  return new Blob(stored ? [stored.bytes] : [], { type: file.type });
}

/** Takes away files that belong to no letter any more; in a transaction of both tables. */
export async function dropLooseFiles(db: UserDb): Promise<void> {
  const letters = await db.outbox.where('kind').equals(letterKind).toArray();
  const used = new Set(letters.flatMap((row) => letterOf(row).files.map(({ key }) => filePrefix + key)));
  const kept = await db.meta.where('key').startsWith(filePrefix).primaryKeys();
  await db.meta.bulkDelete(kept.filter((key) => !used.has(key)));
}

/**
 * Keeps a letter that could not be sent, with its files, until there is a way (product.md 2.2.B `/contact`, O2).
 *
 * @throws when the device has no room; the letter is then not kept.
 */
export async function keepLetter(
  db: UserDb,
  letter: Letter,
  contents: ReadonlyMap<string, Blob>,
): Promise<void> {
  const files = await Promise.all(
    letter.files.map(async ({ key, type }) => ({
      key: filePrefix + key,
      // Bytes and not the blob itself: Safari loses stored blobs.
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

/** How letters go out of the queue. */
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
