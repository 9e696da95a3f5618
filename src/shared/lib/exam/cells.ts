import type { Cell, Cells, SentCell, SentCells } from '#contracts/examMerge.ts';
import type { CellRow } from './rows.ts';

/** A slot as the device stores it. `isDirty`: not confirmed by the server. A changed cell is a new object. */
export type LocalCell = SentCell & { isDirty: boolean };
export type LocalCells = Readonly<Record<string, LocalCell>>;

type Moment = { lo: number; hi: number };

/** A moment that is later than that of the replaced value, even if the clock was set back in between. */
function after(former: { lo?: number; hi?: number } | undefined, { lo, hi }: Moment): Moment {
  const next = Math.round(Math.max(lo, (former?.lo ?? Number.NEGATIVE_INFINITY) + 1));
  return { lo: next, hi: Math.round(Math.max(hi, next, (former?.hi ?? Number.NEGATIVE_INFINITY) + 1)) };
}

/** Sets the value of a slot; empty removes the answer. The same value again changes nothing. */
export function withValue(cells: LocalCells, slot: string, v: string, at: Moment): LocalCells {
  const former = cells[slot];
  if ((former?.v ?? '') === v) return cells;
  return { ...cells, [slot]: { ...former, v, ...after(former, at), isDirty: true } };
}

/** A slot with its flag on or off. */
export function withFlag(cells: LocalCells, slot: string, f: boolean, at: Moment): LocalCells {
  const former = cells[slot];
  if ((former?.f ?? false) === f) return cells;
  const { lo: flo, hi: fhi } = after({ lo: former?.flo, hi: former?.fhi }, at);
  // Nothing was typed: the value has time 0, so that it loses against any other.
  const base = former ?? { v: '', lo: 0, hi: 0 };
  return { ...cells, [slot]: { ...base, f, flo, fhi, isDirty: true } };
}

/** Merges two versions of one slot on this device: the later value and the later flag (exams.md 3.6). */
export function laterOf(one: LocalCell, other: LocalCell): LocalCell {
  const isValueOther = other.lo > one.lo || (other.lo === one.lo && other.v > one.v);
  const isFlagOther = (other.flo ?? 0) > (one.flo ?? 0);
  const { v, lo, hi } = isValueOther ? other : one;
  const { f, flo, fhi } = isFlagOther ? other : one;
  return { v, lo, hi, f, flo, fhi, isDirty: one.isDirty || other.isDirty };
}

/** Merges database and journal; cells in the journal are not confirmed. */
export function joinStored(rows: readonly CellRow[], journal: Record<string, SentCell>): LocalCells {
  const cells: Record<string, LocalCell> = {};
  for (const { slot, cell, isDirty } of rows) cells[slot] = { ...cell, isDirty: isDirty === 1 };
  for (const [slot, cell] of Object.entries(journal)) {
    const own = { ...cell, isDirty: true };
    const former = cells[slot];
    cells[slot] = former ? laterOf(former, own) : own;
  }
  return cells;
}

/** A settled cell of the server in this device's form (examMerge.ts). */
export function ownCell({ v, at, f, fat }: Cell): LocalCell {
  return { v, lo: at, hi: at, f, flo: fat, fhi: fat, isDirty: false };
}

/**
 * The cells after an answer of the server: the server's cells, except those changed here since `sent` (exams.md 3.4
 * S4). Cells that the server did not take are removed here too. They are listed as dropped, and both sides have the
 * same state.
 */
export function withServerCells(cells: LocalCells, sent: LocalCells, server: Cells): LocalCells {
  const next: Record<string, LocalCell> = {};
  for (const [slot, cell] of Object.entries(server)) next[slot] = ownCell(cell);
  for (const [slot, cell] of Object.entries(cells)) if (cell !== sent[slot]) next[slot] = cell;
  return next;
}

/** The cells after loading the attempt: the server's cells, except those it does not have yet. */
export function withLoadedCells(cells: LocalCells, server: Cells): LocalCells {
  const next: Record<string, LocalCell> = {};
  for (const [slot, cell] of Object.entries(server)) next[slot] = ownCell(cell);
  for (const [slot, cell] of Object.entries(cells)) {
    const known = server[slot];
    if (!cell.isDirty) {
      // Confirmed earlier but missing now: the server was restored from a backup, or the slot never existed.
      if (!known) next[slot] = { ...cell, isDirty: true };
      continue;
    }
    next[slot] = known ? { ...laterOf(ownCell(known), cell), isDirty: true } : cell;
  }
  return next;
}

/** Whether any cell is not confirmed by the server. */
export function hasDirty(cells: LocalCells): boolean {
  return Object.values(cells).some(({ isDirty }) => isDirty);
}

/**
 * The cells when the server has taken or refused all of those in `sent`: of them nothing waits any more. A cell that was
 * changed since then still waits.
 */
export function withoutDirt(cells: LocalCells, sent: LocalCells = cells): LocalCells {
  return Object.fromEntries(
    Object.entries(cells).map(([slot, cell]) => [
      slot,
      cell.isDirty && cell === sent[slot] ? { ...cell, isDirty: false } : cell,
    ]),
  );
}

/** The cells to send: always all of them, so that a lost save does not matter (exams.md 3.4 S4). */
export function toSend(cells: LocalCells): SentCells {
  return Object.fromEntries(Object.entries(cells).map(([slot, { isDirty: _, ...cell }]) => [slot, cell]));
}

/** The slots that have a different value than before. */
export function changedSlots(before: LocalCells, after: LocalCells): string[] {
  const slots = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...slots].filter((slot) => (before[slot]?.v ?? '') !== (after[slot]?.v ?? ''));
}

/** Rows of changed cells, for the database. */
export function rowsOf(attempt: string, cells: LocalCells): CellRow[] {
  return Object.entries(cells).map(([slot, { isDirty, ...cell }]) => ({
    attempt,
    slot,
    cell,
    isDirty: isDirty ? 1 : 0,
  }));
}
