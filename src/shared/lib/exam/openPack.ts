import { type AnswersFile, answersFileSchema, type Paper, paperSchema } from '#contracts/examContent.ts';
import { writeMakingRoom } from '../storage/saving.ts';
import { examMediaOf, examMediaPrefix, examMediaUrl } from '../worker/examMedia.ts';
import { type ExamDb, hashOf } from './examDb.ts';
import { openPackStore } from './packStore.ts';
import { bytesOf } from './pieces.ts';
import { type PackRow, packId } from './rows.ts';

/** Name of the file with the questions. */
const paperName = 'paper.json';

function openMediaCache(db: ExamDb): Promise<Cache> {
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
 * are already there stay. `left`: nobody waits for them any more, so none is decrypted after the one under way.
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
  for (const file of pack.manifest.files) {
    if (file.name === paperName) continue;
    left?.throwIfAborted();
    const address = examMediaUrl(attempt, file.name);
    if (await cache.match(address)) continue;
    const blob = await store.open(file, key);
    await writeMakingRoom(() =>
      cache.put(address, new Response(blob, { headers: { 'Content-Type': file.type } })),
    );
  }
}

/** Whether the worker answers this page, so that media can have an address instead of being passed as a whole. */
export function hasWorker(): boolean {
  return typeof navigator !== 'undefined' && navigator.serviceWorker?.controller != null;
}

/** A decrypted file: from the worker's cache, or, if there was no room for it, directly from the pack. */
async function mediaFile(db: ExamDb, attempt: string, file: string): Promise<Blob | null> {
  const kept = await (await openMediaCache(db)).match(examMediaUrl(attempt, file));
  if (kept) return new Blob([await kept.blob()], { type: kept.headers.get('content-type') ?? '' });
  const row = await db.attempts.get(attempt);
  const pack = row && (await packOf(db, row.exam, row.subject));
  const found = pack?.manifest.files.find(({ name }) => name === file);
  const key = await keyOf(db, attempt);
  if (!pack || !found || !key) return null;
  const store = await openPackStore({ db: db.name, exam: pack.exam, manifest: pack.manifest });
  return store.open(found, key);
}

/** The address of an attempt's file for `src`. Without a worker it is a blob address; `release` frees it. */
export async function mediaSource(
  db: ExamDb,
  attempt: string,
  file: string,
  isDirect = hasWorker(),
): Promise<{ src: string; release: () => void } | null> {
  const isThere = isDirect && (await (await openMediaCache(db)).match(examMediaUrl(attempt, file)));
  if (isThere) return { src: examMediaUrl(attempt, file), release: () => undefined };
  // The blob has a type: Safari plays nothing without one (exams.md 9).
  const found = await mediaFile(db, attempt, file);
  if (!found) return null;
  const src = URL.createObjectURL(found);
  return { src, release: () => URL.revokeObjectURL(src) };
}

/** Deletes key and decrypted files of an attempt; notes and drawings stay for the owner's review (exams.md 3.2). */
export async function closePack(db: ExamDb, attempt: string): Promise<void> {
  await db.keys.delete(attempt);
  if (typeof caches === 'undefined') return;
  const cache = await openMediaCache(db);
  for (const request of await cache.keys())
    if (new URL(request.url).pathname.startsWith(examMediaOf(attempt))) await cache.delete(request);
}
