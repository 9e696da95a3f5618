import { type AnswersFile, answersFileSchema, type Paper, paperSchema } from '#contracts/examContent.ts';
import { writeMakingRoom } from '../storage/saving.ts';
import { examMediaOf, examMediaPrefix, examMediaUrl } from '../worker/examMedia.ts';
import { type ExamDb, hashOf } from './examDb.ts';
import { openPackStore } from './packStore.ts';
import { BrokenPieceError, bytesOf } from './pieces.ts';
import { type PackRow, packId } from './rows.ts';

/** Name of the file with the questions. */
const paperName = 'paper.json';

/** The decrypted pictures and sounds of a learner's attempts. */
export function openMediaCache(db: ExamDb): Promise<Cache> {
  return caches.open(examMediaPrefix + hashOf(db.name));
}

/** The complete pack of a subject on this device; `null`: there is none, or it is incomplete. */
export async function packOf(db: ExamDb, exam: string, subject: string): Promise<PackRow | null> {
  const row = await db.packs.get(packId(exam, subject));
  return row?.isReady ? row : null;
}

/** Stores the key of an attempt's pack. */
export async function keepKey(db: ExamDb, attempt: string, base64url: string): Promise<void> {
  await writeMakingRoom(() => db.keys.put({ id: attempt, value: bytesOf(base64url) }));
}

/** The key of an attempt's pack; `null`: it is no longer here. */
export async function keyOf(db: ExamDb, attempt: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const value = (await db.keys.get(attempt))?.value;
  return value instanceof Uint8Array ? value : null;
}

/**
 * The questions of an attempt, decrypted in memory only.
 *
 * @throws BrokenPieceError when a piece is missing or cannot be decrypted with this key.
 */
export async function openPaper(db: ExamDb, pack: PackRow, key: Uint8Array<ArrayBuffer>): Promise<Paper> {
  const store = await openPackStore({ db: db.name, exam: pack.exam, manifest: pack.manifest });
  const file = pack.manifest.files.find(({ name }) => name === paperName);
  if (!file) throw new Error('the pack has no paper');
  const text = await (await store.open(file, key)).text();
  return paperSchema.parse(JSON.parse(text));
}

/** Keys and explanations, once they may be decrypted (exams.md 3.3). */
export async function openAnswers(db: ExamDb, pack: PackRow, key: string): Promise<AnswersFile | null> {
  const { answers } = pack.manifest;
  if (!answers) return null;
  const store = await openPackStore({ db: db.name, exam: pack.exam, manifest: pack.manifest });
  const text = await (await store.open(answers, bytesOf(key))).text();
  return answersFileSchema.parse(JSON.parse(text));
}

/**
 * Decrypts pictures and sounds of an attempt into the cache from which the worker plays them (exams.md 3.2). Files that
 * are already there stay, and a broken one does not keep the others away. `left`: nobody waits for them any more, so
 * none is decrypted after the one under way.
 *
 * @throws BrokenPieceError at the end, if a piece is missing or cannot be decrypted with this key.
 */
export async function openMedia(
  db: ExamDb,
  pack: PackRow,
  attempt: string,
  key: Uint8Array<ArrayBuffer>,
  left?: AbortSignal,
): Promise<void> {
  const store = await openPackStore({ db: db.name, exam: pack.exam, manifest: pack.manifest });
  const cache = await openMediaCache(db);
  let broken: BrokenPieceError | null = null;
  for (const file of pack.manifest.files) {
    if (file.name === paperName) continue;
    left?.throwIfAborted();
    const address = examMediaUrl(attempt, file.name);
    if (await cache.match(address)) continue;
    try {
      const blob = await store.open(file, key);
      await writeMakingRoom(() =>
        cache.put(address, new Response(blob, { headers: { 'Content-Type': file.type } })),
      );
    } catch (error) {
      if (!(error instanceof BrokenPieceError)) throw error;
      broken ??= error;
    }
  }
  if (broken) throw broken;
}

/** Deletes key and decrypted files of an attempt; notes and drawings stay for the owner's review (exams.md 3.2). */
export async function closePack(db: ExamDb, attempt: string): Promise<void> {
  await db.keys.delete(attempt);
  if (typeof caches === 'undefined') return;
  const cache = await openMediaCache(db);
  for (const request of await cache.keys())
    if (new URL(request.url).pathname.startsWith(examMediaOf(attempt))) await cache.delete(request);
}
