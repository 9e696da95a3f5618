import type { ExamEvent } from '#contracts/examAttempt.ts';
import { troubleOf } from '../storage/saving.ts';
import { joinStored, type LocalCells, laterOf, rowsOf } from './cells.ts';
import { type ExamDb, isExamDbPassing } from './examDb.ts';
import { noteExamsHere } from './examsHere.ts';
import { createJoinedWrites } from './joinedWrites.ts';
import { createJournal, type Journal } from './journal.ts';
import type { AttemptRow, CellRow } from './rows.ts';

/** What a device has of an attempt. */
export type StoredAttempt = { row: AttemptRow; cells: LocalCells; events: ExamEvent[] };

/**
 * Whether the page that holds `next` was overtaken: another one of this device has written on since, its log is longer or of a
 * later turn of the device. A line of a number that is taken, or an old head of the log, would break its chain (exams.md 3.8).
 */
function isOvertaken(next: Pick<AttemptRow, 'epoch' | 'n'>, stored: AttemptRow | undefined): boolean {
  if (!stored) return false;
  return stored.epoch > next.epoch || (stored.epoch === next.epoch && stored.n > next.n);
}

/**
 * What this device keeps of one attempt (exams.md 3.2): first the journal, in the task of the keystroke, then the database.
 * `onHealth`: whether the database takes what it is given. `allCells`: every answer the page knows, for a database that was
 * emptied under it.
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
   * Comes before every other write, in its transaction: where the row of a running attempt is gone, somebody has cleared the
   * site's data, and this page alone knows the answers. It writes all of them into what was emptied (row 52).
   *
   * @returns the row as it lay there.
   */
  const writeAnewIfCleared = async (): Promise<AttemptRow | undefined> => {
    const stored = await db.attempts.get(id);
    if (stored || !row || row.state === 'submitted') return stored;
    // Whoever opens the app next looks for answers that wait.
    noteExamsHere();
    await db.attempts.put(row);
    await db.cells.bulkPut(rowsOf(id, allCells()));
    return undefined;
  };

  /** A tab that has hung writes late what another one has answered otherwise since: the later answer stays (row 22). */
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
    try {
      await db.transaction('rw', db.cells, db.attempts, async () => {
        await writeAnewIfCleared();
        await db.cells.bulkPut(rowsOf(id, await laterThanStored(cells)));
        // The moment goes with the cell: a page that is loaded again goes on from here (exams.md 3.5).
        // Of the row nothing else: the head of the log goes with its line.
        if (row) await db.attempts.update(id, { clock: row.clock, touchedAt: row.touchedAt });
      });
      journal.done(cells);
      tell(true);
    } catch (error) {
      tell(false);
      // Answers go first: drawings make room for them (row 49). The next flush finds it.
      if (troubleOf(error) === 'full') await db.strokes.clear().catch(() => undefined);
      throw error;
    }
  });

  // A small write that works says nothing about the answers: those alone say that it is well again.
  const quietly = async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      console.warn('exam: not stored', error);
      tell(false);
      return false;
    }
  };

  return {
    /** Reads everything, what the journal has kept laid over it; `null`: the device does not know the attempt. */
    async load(): Promise<StoredAttempt | null> {
      const found = await db.attempts.get(id);
      if (!found) return null;
      row = found;
      const rows: CellRow[] = await db.cells.where('attempt').equals(id).toArray();
      const events = await db.events.where('attempt').equals(id).toArray();
      return { row: found, cells: joinStored(rows, journal.left()), events };
    },
    /** Brings what the journal has kept into the database: this tab writes from now on. */
    async replay(cells: LocalCells): Promise<void> {
      const left = Object.keys(journal.left());
      const own = Object.fromEntries(left.flatMap((slot) => (cells[slot] ? [[slot, cells[slot]]] : [])));
      journal.adopt(own);
      if (left.length > 0) await writes.put(own).catch(() => undefined);
    },
    /** Notes a typed cell at once, and sends it to the disk. @returns whether the journal has it. */
    note(slot: string, cell: LocalCells[string], present: AttemptRow): boolean {
      row = present;
      const isNoted = journal.note(slot, cell);
      writes.put({ [slot]: cell }).catch(() => undefined);
      return isNoted;
    },
    /** Everything noted is on the disk. Rejects when it is not. */
    flush: (): Promise<void> => writes.flush(),
    /** Keeps the state of the attempt. */
    keepRow(next: AttemptRow): Promise<boolean> {
      row = next;
      return quietly(() =>
        db.transaction('rw', db.cells, db.attempts, async () => {
          const stored = await writeAnewIfCleared();
          if (!isOvertaken(next, stored)) await db.attempts.put(next);
        }),
      );
    },
    /** Keeps what the server has said: the cells of its answer, and which lines of the log it has. */
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
     * Keeps a line of the log together with the row that has its head: one without the other would break the chain.
     *
     * @returns false: another page of this device has written a line of this number, and this one is not kept.
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
    /** A new epoch begins a new log: the lines of the former go together with the row that knows of the new one. */
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
    /** The server has everything: the journal is not needed any more. */
    dropJournal: (): void => journal.drop(),
  };
}

export type AttemptStore = ReturnType<typeof createAttemptStore>;

/**
 * How many answers of an attempt the server has not confirmed: those in the database, and those that lie in the journal alone
 * because their page went away in the moment they were typed.
 */
export async function countUnconfirmed(db: ExamDb, id: string): Promise<number> {
  const stored = await createAttemptStore(db, id, () => undefined).load();
  return Object.values(stored?.cells ?? {}).filter(({ isDirty }) => isDirty).length;
}
