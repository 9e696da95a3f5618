/**
 * How cells of many devices become one state (exams.md 3.6). Pure, and the same on both sides. Times are epoch
 * milliseconds by the server's clock.
 */

/** A cell as a device sends it. `lo`, `hi`: when the value was typed, by its two clocks; `f…`: of the flag. */
export type SentCell = { v: string; lo: number; hi: number; f?: boolean; flo?: number; fhi?: number };
/** Sent cells by slot, or `pick:<choice>`. */
export type SentCells = Record<string, SentCell>;

/**
 * A cell whose times are settled. `at` 0: nothing was ever typed. `lo`: what the device said, to know the cell again. A
 * device that takes it over keeps it with `lo` and `hi` = `at`.
 */
export type Cell = { v: string; at: number; lo: number; f: boolean; fat: number; flo: number };
export type Cells = Record<string, Cell>;

const empty: Cell = { v: '', at: 0, lo: 0, f: false, fat: 0, flo: 0 };

/** A cell with nothing in it. */
export function emptyCell(): Cell {
  return { ...empty };
}

/** Which of two values counts: the later, of the same moment the greater text (3.6-1). Empty text is a value (3.6-2). */
function laterValue(one: Cell, other: Cell): Pick<Cell, 'v' | 'at' | 'lo'> {
  if (one.at !== other.at) return one.at > other.at ? one : other;
  if (one.v !== other.v) return one.v > other.v ? one : other;
  return one.lo <= other.lo ? one : other;
}

function laterFlag(one: Cell, other: Cell): Pick<Cell, 'f' | 'fat' | 'flo'> {
  if (one.fat !== other.fat) return one.fat > other.fat ? one : other;
  if (one.f !== other.f) return one.f ? one : other;
  return one.flo <= other.flo ? one : other;
}

/** Two states of one slot as one. */
export function mergeCell(one: Cell, other: Cell): Cell {
  const { v, at, lo } = laterValue(one, other);
  const { f, fat, flo } = laterFlag(one, other);
  return { v, at, lo, f, fat, flo };
}

/** Two states as one: in whatever order, grouping and number they meet, the end is the same. */
export function mergeCells(one: Cells, other: Cells): Cells {
  const merged: Cells = { ...one };
  for (const [slot, cell] of Object.entries(other)) merged[slot] = mergeCell(merged[slot] ?? empty, cell);
  return merged;
}

/** Whether two states are the same, times included. */
export function isSameCells(one: Cells, other: Cells): boolean {
  const slots = Object.keys(one);
  const same = (a: Cell, b: Cell | undefined) =>
    b !== undefined && a.v === b.v && a.at === b.at && a.f === b.f && a.fat === b.fat;
  return (
    slots.length === Object.keys(other).length && slots.every((slot) => same(one[slot] ?? empty, other[slot]))
  );
}

/** Values by slot, without empty ones. */
export type Values = Record<string, string>;

/** What counts for marking: the values of cells, without empty ones. */
export function valuesOf(cells: Record<string, { v: string }>): Values {
  return Object.fromEntries(Object.entries(cells).flatMap(([slot, { v }]) => (v === '' ? [] : [[slot, v]])));
}

/** The text whose sum is the digest: sorted [slot, value] without empty ones and flags (3.6-8). */
export function digestText(cells: Record<string, { v: string }>): string {
  const pairs = Object.entries(valuesOf(cells)).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify(pairs);
}

/** SHA-256 of a text, hex. Needs `crypto.subtle`, which the lobby asks for (3.3). */
export async function sha256Hex(text: string): Promise<string> {
  const sum = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(sum)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The digest of a state, hex: both sides compute it to know whether they hold the same answers. */
export function digestOf(cells: Record<string, { v: string }>): Promise<string> {
  return sha256Hex(digestText(cells));
}

/** Plays of tracks: of each the greatest number (3.6-7). */
export function mergePlays(
  one: Record<string, number>,
  other: Record<string, number>,
): Record<string, number> {
  const merged = { ...one };
  for (const [track, plays] of Object.entries(other)) merged[track] = Math.max(merged[track] ?? 0, plays);
  return merged;
}

/** Why a cell is not merged; it is kept apart, never thrown away. */
export const orphanReasons = ['late', 'epoch', 'closed', 'unknown'] as const;
export type OrphanReason = (typeof orphanReasons)[number];

/** What decides whether a cell may be merged. Times epoch milliseconds. */
export type MergeRoom = {
  /** Slots and `pick:` names there are. */
  names: ReadonlySet<string>;
  start: number;
  deadline: number;
  /** Receipt of the call; no cell is later. */
  received: number;
  /** When the epoch of the sender ended by a take-over; `null`: it is the current one. */
  epochEnd: number | null;
};

/** So much after the deadline still counts as the deadline, milliseconds (3.6-3). */
export const deadlineSlackMs = 2_000;

type Checked = { at: number } | { reason: OrphanReason };

/** Rule 3.6-3 for one time. */
export function checkTime(at: number, room: MergeRoom): Checked {
  const then = Math.min(at, room.received);
  if (room.epochEnd !== null && then > room.epochEnd) return { reason: 'epoch' };
  if (then < room.start) return { reason: 'unknown' };
  if (then > room.deadline + deadlineSlackMs) return { reason: 'late' };
  return { at: Math.min(then, room.deadline) };
}
