import { localText } from '../storage/area.ts';

/** What the journal needs of a place for text; localStorage in the app. */
type Place = Pick<typeof localText, 'read' | 'write' | 'remove'>;

const prefix = 'x_j_';

/** Name of an attempt's journal in localStorage. */
export function journalKey(attempt: string): string {
  return prefix + attempt;
}

/** Cells of an attempt, by slot. What a cell is, is the contract's business (src/contracts/examMerge.ts). */
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
 * The journal of an attempt (exams.md 3.2): cells that are typed and not yet in the database lie in localStorage, written
 * in the task of the keystroke. A tab that closes or is reloaded in that very task loses nothing; where localStorage is
 * shut the journal is nothing but memory, and the database is written at once all the same.
 */
export function createJournal<Cell>(attempt: string, place: Place = localText) {
  const key = journalKey(attempt);
  let pending: CellMap<Cell> = {};
  let isWritten = true;

  const store = () => {
    if (Object.keys(pending).length === 0) {
      place.remove(key);
      isWritten = true;
    } else isWritten = place.write(key, JSON.stringify(pending));
  };

  return {
    /** What a page before this one has left; to be laid into the database, then `done`. */
    left: (): CellMap<Cell> => parse<Cell>(place.read(key)),
    /** Takes over what was left, so that it is not forgotten by the next write. */
    adopt(cells: CellMap<Cell>): void {
      pending = { ...cells, ...pending };
      store();
    },
    /** Notes a cell, now. @returns whether it survives the tab. */
    note(slot: string, cell: Cell): boolean {
      pending = { ...pending, [slot]: cell };
      store();
      return isWritten;
    },
    /** What is not in the database yet. */
    pending: (): CellMap<Cell> => pending,
    /** These cells are in the database; one that was changed since stays. */
    done(cells: CellMap<Cell>): void {
      const rest = Object.entries(pending).filter(([slot, cell]) => cells[slot] !== cell);
      pending = Object.fromEntries(rest);
      store();
    },
    /** The attempt is over and acknowledged. */
    drop(): void {
      pending = {};
      place.remove(key);
    },
  };
}

export type Journal<Cell> = ReturnType<typeof createJournal<Cell>>;
