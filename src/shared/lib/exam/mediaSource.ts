import { examMediaUrl } from '../worker/examMedia.ts';
import type { ExamDb } from './examDb.ts';
import { openMended } from './mendPack.ts';
import { keyOf, openMediaCache } from './openPack.ts';
import { openPackStore } from './packStore.ts';
import { type PackRow, packId } from './rows.ts';

/** Whether the worker answers this page, so that media can have an address instead of being passed as a whole. */
function hasWorker(): boolean {
  return typeof navigator !== 'undefined' && navigator.serviceWorker?.controller != null;
}

/**
 * A decrypted file: from the worker's cache, or, if there was no room for it, directly from the pack. While the
 * attempt runs, what is damaged there or was deleted is loaded again.
 */
async function mediaFile(db: ExamDb, attempt: string, file: string): Promise<Blob | null> {
  const kept = await (await openMediaCache(db)).match(examMediaUrl(attempt, file));
  if (kept) return new Blob([await kept.blob()], { type: kept.headers.get('content-type') ?? '' });
  const row = await db.attempts.get(attempt);
  const pack = row && (await db.packs.get(packId(row.exam, row.subject)));
  const found = pack?.manifest.files.find(({ name }) => name === file);
  const key = await keyOf(db, attempt);
  if (!row || !pack || !found || !key) return null;
  const open = async ({ exam, manifest }: PackRow) => {
    const store = await openPackStore({ db: db.name, exam, manifest });
    return store.open(found, key);
  };
  // The MB of an ended attempt are the learner's to spend.
  return row.state === 'running' ? openMended(db, row, pack, open) : open(pack);
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
