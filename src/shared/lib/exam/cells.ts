import type { Cell, Cells, SentCell, SentCells } from '#contracts/examMerge.ts';
import type { CellRow } from './rows.ts';

/** What a device holds of a slot. `isDirty`: the server has not confirmed it. A changed cell is another object. */
export type LocalCell = SentCell & { isDirty: boolean };
export type LocalCells = Readonly<Record<string, LocalCell>>;

type Moment = { lo: number; hi: number };

/** Later than what it replaces, also when the clock was corrected backwards in between. */
function after(former: { lo?: number; hi?: number } | undefined, { lo, hi }: Moment): Moment {
  const next = Math.round(Math.max(lo, (former?.lo ?? Number.NEGATIVE_INFINITY) + 1));
  return { lo: next, hi: Math.round(Math.max(hi, next, (former?.hi ?? Number.NEGATIVE_INFINITY) + 1)) };
}

/** A slot with another value; empty takes the answer away. The same again changes nothing. */
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
  // Nothing was typed: the value is of no time at all, so that it loses against any.
  const base = former ?? { v: '', lo: 0, hi: 0 };
  return { ...cells, [slot]: { ...base, f, flo, fhi, isDirty: true } };
}

/** Two tellings of one slot by this device: the later value and the later flag (exams.md 3.6). */
export function laterOf(one: LocalCell, other: LocalCell): LocalCell {
  const isValueOther = other.lo > one.lo || (other.lo === one.lo && other.v > one.v);
  const isFlagOther = (other.flo ?? 0) > (one.flo ?? 0);
  const { v, lo, hi } = isValueOther ? other : one;
  const { f, flo, fhi } = isFlagOther ? other : one;
  return { v, lo, hi, f, flo, fhi, isDirty: one.isDirty || other.isDirty };
}

/** What lies in the database and what the journal has kept, as one: what the journal has is not confirmed. */
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

/** A settled cell of the server as this device keeps it (examMerge.ts). */
export function ownCell({ v, at, f, fat }: Cell): LocalCell {
  return { v, lo: at, hi: at, f, flo: fat, fhi: fat, isDirty: false };
}

/**
 * What is known after the server has answered: its cells, except those changed here since `sent` (exams.md 3.4 S4). What it
 * did not take goes from here, too: it stands among the dropped ones, and both sides have the same state.
 */
export function withServerCells(cells: LocalCells, sent: LocalCells, server: Cells): LocalCells {
  const next: Record<string, LocalCell> = {};
  for (const [slot, cell] of Object.entries(server)) next[slot] = ownCell(cell);
  for (const [slot, cell] of Object.entries(cells)) if (cell !== sent[slot]) next[slot] = cell;
  return next;
}

/** What the server tells when the attempt is loaded: its cells, except those it has not heard of yet. */
export function withLoadedCells(cells: LocalCells, server: Cells): LocalCells {
  const next: Record<string, LocalCell> = {};
  for (const [slot, cell] of Object.entries(server)) next[slot] = ownCell(cell);
  for (const [slot, cell] of Object.entries(cells)) {
    const known = server[slot];
    if (!cell.isDirty) {
      // Confirmed once, and not there any more: the server was put back, or the slot never existed.
      if (!known) next[slot] = { ...cell, isDirty: true };
      continue;
    }
    next[slot] = known ? { ...laterOf(ownCell(known), cell), isDirty: true } : cell;
  }
  return next;
}

/** Whether anything waits for the server. */
export function hasDirty(cells: LocalCells): boolean {
  return Object.values(cells).some(({ isDirty }) => isDirty);
}

/** Cells as they are sent: all of them, so that no lost save matters (exams.md 3.4 S4). */
export function toSend(cells: LocalCells): SentCells {
  return Object.fromEntries(Object.entries(cells).map(([slot, { isDirty: _, ...cell }]) => [slot, cell]));
}

/** How many slots have another value than before. */
export function countChanged(before: LocalCells, after: LocalCells): number {
  const slots = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...slots].filter((slot) => (before[slot]?.v ?? '') !== (after[slot]?.v ?? '')).length;
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
