import { type Area, localText } from '../storage/area.ts';

const prefix = 'x_j_';

/** Name of an attempt's journal in localStorage. */
export function journalKey(attempt: string): string {
  return prefix + attempt;
}

/** Cells of an attempt, by slot. The contract defines what a cell is (src/contracts/examMerge.ts). */
export type CellMap<Cell> = Record<string, Cell>;

function parse<Cell>(text: string | null): CellMap<Cell> {
  try {
    const found: unknown = JSON.parse(text ?? '{}');
    return typeof found === 'object' && found !== null && !Array.isArray(found)
      ? (found as CellMap<Cell>)
      : {};
  } catch {
    return {};
  }
}

/**
 * The journal of an attempt (exams.md 3.2), a write-ahead log: typed cells that are not yet in the database are stored
 * in localStorage, in the task of the keystroke. A tab that closes or is reloaded in that very task loses nothing. If
 * localStorage is blocked, the journal exists in memory only; the database is written at once anyway.
 */
export function createJournal<Cell>(attempt: string, area: Area = localText) {
  const key = journalKey(attempt);
  let pending: CellMap<Cell> = {};
  let isWritten = true;

  const store = () => {
    if (Object.keys(pending).length === 0) {
      area.remove(key);
      isWritten = true;
    } else isWritten = area.write(key, JSON.stringify(pending));
  };

  return {
    /** What an earlier page left; write it to the database, then call `done`. */
    left: (): CellMap<Cell> => parse<Cell>(area.read(key)),
    /** Takes over what was left, so that the next write does not delete it. */
    adopt(cells: CellMap<Cell>): void {
      pending = { ...cells, ...pending };
      store();
    },
    /** Notes a cell, synchronously. @returns whether it survives the tab. */
    note(slot: string, cell: Cell): boolean {
      pending = { ...pending, [slot]: cell };
      store();
      return isWritten;
    },
    /** What is not in the database yet. */
    pending: (): CellMap<Cell> => pending,
    /** These cells are in the database; a cell that changed since then stays in the journal. */
    done(cells: CellMap<Cell>): void {
      const rest = Object.entries(pending).filter(([slot, cell]) => cells[slot] !== cell);
      pending = Object.fromEntries(rest);
      store();
    },
    /** The attempt is over and acknowledged. */
    drop(): void {
      pending = {};
      area.remove(key);
    },
  };
}

export type Journal<Cell> = ReturnType<typeof createJournal<Cell>>;
