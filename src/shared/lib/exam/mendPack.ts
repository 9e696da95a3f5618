import type { ExamDb } from './examDb.ts';
import { BrokenPieceError } from './pieces.ts';
import { type PackOf, preparePack } from './preparePack.ts';
import { type PackRow, packId } from './rows.ts';

/** Packs that are being loaded again, by database and subject. */
const mending = new Map<string, Promise<PackRow>>();

/**
 * Loads again what of a pack is damaged, or was deleted by the browser, after the device was ready (exams.md 3.3). All
 * who miss something of it wait for the same load. Nobody cancels it: a taker who leaves the page needs it as well.
 *
 * @throws what `preparePack` throws.
 */
export function mendPack(db: ExamDb, of: PackOf): Promise<PackRow> {
  const name = `${db.name}/${packId(of.exam, of.subject)}`;
  const known = mending.get(name);
  if (known) return known;
  const { signal } = new AbortController();
  const made = preparePack(db, of, { signal, onProgress: () => undefined }).finally(() =>
    mending.delete(name),
  );
  mending.set(name, made);
  return made;
}

/**
 * Opens something of a pack; if a piece of it is damaged or missing, once more after the pack was loaded again.
 *
 * @throws what `open` and `mendPack` throw.
 */
export async function openMended<Opened>(
  db: ExamDb,
  of: PackOf,
  pack: PackRow,
  open: (pack: PackRow) => Promise<Opened>,
): Promise<Opened> {
  try {
    return await open(pack);
  } catch (error) {
    if (!(error instanceof BrokenPieceError)) throw error;
    console.warn('exam: a piece is loaded again', error);
    return open(await mendPack(db, of));
  }
}
