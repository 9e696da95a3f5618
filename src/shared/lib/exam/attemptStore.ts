import type { ExamEvent } from '#contracts/examAttempt.ts';
import { troubleOf, writeMakingRoom } from '../storage/saving.ts';
import { joinStored, type LocalCells, laterOf, rowsOf } from './cells.ts';
import { type ExamDb, isExamDbPassing } from './examDb.ts';
import { noteExamsHere } from './examsHere.ts';
import { createJoinedWrites } from './joinedWrites.ts';
import { createJournal, type Journal } from './journal.ts';
import type { AttemptRow, CellRow } from './rows.ts';

/** Everything that a device has stored of an attempt. */
export type StoredAttempt = { row: AttemptRow; cells: LocalCells; events: ExamEvent[] };

/**
 * Whether the page with `next` was overtaken: another page of this device wrote on, so the stored log is longer or
 * belongs to a later epoch. Writing a used line number or an old head of the log would break the hash chain
 * (exams.md 3.8).
 */
function isOvertaken(next: Pick<AttemptRow, 'epoch' | 'n'>, stored: AttemptRow | undefined): boolean {
  if (!stored) return false;
  return stored.epoch > next.epoch || (stored.epoch === next.epoch && stored.n > next.n);
}

/**
 * Storage of one attempt on this device (exams.md 3.2): first the journal, in the task of the keystroke, then the
 * database. `onHealth` is told whether the database accepts writes. `allCells`: every answer that the page knows, in
 * case the database was emptied while the page is open.
 */
export function createAttemptStore(
  db: ExamDb,
  id: string,
  onHealth: (isWell: boolean) => void,
  allCells: () => LocalCells = () => ({}),
) {
  const journal: Journal<LocalCells[string]> = createJournal(id);
  let row: AttemptRow | null = null;

  const tell = (isWell: boolean) => onHealth(isWell && !isExamDbPassing());

  /**
   * Runs first in the transaction of every write. If the row of a running attempt is missing, the site's data was
   * cleared and only this page has the answers. It writes all of them again (row 52).
   *
   * @returns the stored row as it was found.
   */
  const writeAnewIfCleared = async (): Promise<AttemptRow | undefined> => {
    const stored = await db.attempts.get(id);
    if (stored || !row || row.state === 'submitted') return stored;
    // The next start of the app then looks for unsent answers.
    noteExamsHere();
    await db.attempts.put(row);
    await db.cells.bulkPut(rowsOf(id, allCells()));
    return undefined;
  };

  /** A hung tab may write late, after another tab changed the same answer: the later answer stays (row 22). */
  const laterThanStored = async (cells: LocalCells): Promise<LocalCells> => {
    const slots = Object.keys(cells);
    const rows = await db.cells.bulkGet(slots.map((slot) => [id, slot] as [string, string]));
    const stored = joinStored(
      rows.filter((found) => found !== undefined),
      {},
    );
    const later = Object.entries(cells).map(([slot, cell]) => {
      const former = stored[slot];
      return [slot, former ? laterOf(former, cell) : cell] as const;
    });
    return Object.fromEntries(later);
  };

  const writes = createJoinedWrites<LocalCells[string]>(async (cells) => {
    const write = () =>
      db.transaction('rw', db.cells, db.attempts, async () => {
        await writeAnewIfCleared();
        await db.cells.bulkPut(rowsOf(id, await laterThanStored(cells)));
        // The clock is stored with the cell, because a reloaded page continues from it (exams.md 3.5). No other field
        // of the row: the head of the log is stored with its line.
        if (row) await db.attempts.update(id, { clock: row.clock, touchedAt: row.touchedAt });
      });
    try {
      await writeMakingRoom(write);
      journal.done(cells);
      tell(true);
    } catch (error) {
      tell(false);
      // Answers are more important than drawings, which are deleted to make room (row 49). The next flush then
      // succeeds.
      if (troubleOf(error) === 'full') await db.strokes.clear().catch(() => undefined);
      throw error;
    }
  });

  // A successful small write does not mean that answers can be stored; only a write of answers resets the warning. What
  // had to wait for room is not written any more when a later row is there: it would take its place. That row's write
  // says for itself whether the device stores.
  const quietly = async (work: () => Promise<unknown>): Promise<boolean> => {
    const own = row;
    try {
      await writeMakingRoom(work, () => row === own);
      return true;
    } catch (error) {
      console.warn('exam: not stored', error);
      if (row === own) tell(false);
      return false;
    }
  };

  return {
    /** Reads everything, with the journal on top; `null`: this device does not know the attempt. */
    async load(): Promise<StoredAttempt | null> {
      const found = await db.attempts.get(id);
      if (!found) return null;
      row = found;
      const rows: CellRow[] = await db.cells.where('attempt').equals(id).toArray();
      const events = await db.events.where('attempt').equals(id).toArray();
      return { row: found, cells: joinStored(rows, journal.left()), events };
    },
    /** Writes the journal into the database: this tab is the writer from now on. */
    async replay(cells: LocalCells): Promise<void> {
      const left = Object.keys(journal.left());
      const own = Object.fromEntries(left.flatMap((slot) => (cells[slot] ? [[slot, cells[slot]]] : [])));
      journal.adopt(own);
      if (left.length > 0) await writes.put(own).catch(() => undefined);
    },
    /**
     * Stores a typed cell in the journal at once, and starts the write to disk. @returns whether the journal has it.
     */
    note(slot: string, cell: LocalCells[string], present: AttemptRow): boolean {
      row = present;
      const isNoted = journal.note(slot, cell);
      writes.put({ [slot]: cell }).catch(() => undefined);
      return isNoted;
    },
    /** Resolves when everything noted is on the disk. Rejects if that fails. */
    flush: (): Promise<void> => writes.flush(),
    /** Stores the state of the attempt. */
    keepRow(next: AttemptRow): Promise<boolean> {
      row = next;
      return quietly(() =>
        db.transaction('rw', db.cells, db.attempts, async () => {
          const stored = await writeAnewIfCleared();
          if (!isOvertaken(next, stored)) await db.attempts.put(next);
        }),
      );
    },
    /** Stores an answer of the server: its cells, and which lines of the log it has. */
    keepAnswer(next: AttemptRow, before: LocalCells, after: LocalCells): Promise<boolean> {
      row = next;
      const changed = Object.entries(after).filter(([slot, cell]) => before[slot] !== cell);
      const gone = Object.keys(before).filter((slot) => !after[slot]);
      return quietly(() =>
        db.transaction('rw', db.cells, db.attempts, db.events, async () => {
          const stored = await writeAnewIfCleared();
          if (!isOvertaken(next, stored)) await db.attempts.put(next);
          await db.cells.bulkPut(rowsOf(id, Object.fromEntries(changed)));
          await db.cells.bulkDelete(gone.map((slot) => [id, slot] as [string, string]));
          await db.events.where('[attempt+n]').between([id, 0], [id, next.eventsTo], true, true).delete();
        }),
      );
    },
    /**
     * Stores a line of the log in one transaction with the row that has its head: one without the other would break the
     * hash chain.
     *
     * @returns false: another page of this device has written a line with this number, so this one was not stored.
     */
    async keepEvent(event: ExamEvent, next: AttemptRow): Promise<boolean> {
      row = next;
      let isNext = true;
      await quietly(() =>
        db.transaction('rw', db.events, db.attempts, db.cells, async () => {
          const stored = await writeAnewIfCleared();
          isNext = !isOvertaken({ epoch: next.epoch, n: event.n - 1 }, stored);
          if (!isNext) return;
          await db.events.put({ ...event, attempt: id });
          await db.attempts.put(next);
        }),
      );
      return isNext;
    },
    /** A new epoch begins a new log: the old lines are deleted in the same transaction that stores the new row. */
    async startLog(next: AttemptRow): Promise<void> {
      row = next;
      await quietly(() =>
        db.transaction('rw', db.events, db.attempts, db.cells, async () => {
          const stored = await writeAnewIfCleared();
          if (isOvertaken(next, stored)) return;
          await db.events.where('attempt').equals(id).delete();
          await db.attempts.put(next);
        }),
      );
    },
    /** The server has everything: the journal is no longer needed. */
    dropJournal: (): void => journal.drop(),
  };
}

export type AttemptStore = ReturnType<typeof createAttemptStore>;

/**
 * Number of answers that the server has not confirmed: those in the database, and those only in the journal because
 * their page closed just after they were typed.
 */
export async function countUnconfirmed(db: ExamDb, id: string): Promise<number> {
  const stored = await createAttemptStore(db, id, () => undefined).load();
  return Object.values(stored?.cells ?? {}).filter(({ isDirty }) => isDirty).length;
}
