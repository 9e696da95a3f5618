/**
 * How cells of several devices become one state (exams.md 3.6). Pure, and identical on server and device. Times are
 * epoch milliseconds by the server's clock.
 */

/**
 * A cell as a device sends it. `lo`, `hi`: when the value was typed, by the device's two clocks. `f…`: the same for the
 * flag.
 */
export type SentCell = { v: string; lo: number; hi: number; f?: boolean; flo?: number; fhi?: number };
/** Sent cells by slot, or `pick:<choice>`. */
export type SentCells = Record<string, SentCell>;

/**
 * A cell whose times are final. `at` 0: nothing was ever typed. `lo`: the time the device gave; it identifies the cell
 * later. A device that takes over such a cell stores it with `lo` and `hi` = `at`.
 */
export type Cell = { v: string; at: number; lo: number; f: boolean; fat: number; flo: number };
export type Cells = Record<string, Cell>;

const empty: Cell = { v: '', at: 0, lo: 0, f: false, fat: 0, flo: 0 };

/** An empty cell. */
export function emptyCell(): Cell {
  return { ...empty };
}

/**
 * Which of two values counts: the later one; at the same moment the greater text (3.6-1). Empty text is a value too
 * (3.6-2).
 */
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

/** Merges two states of one slot. */
export function mergeCell(one: Cell, other: Cell): Cell {
  const { v, at, lo } = laterValue(one, other);
  const { f, fat, flo } = laterFlag(one, other);
  return { v, at, lo, f, fat, flo };
}

/** Merges two states. Order, grouping and repetition do not change the result. */
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

/** The values that are marked: those of all cells, without empty ones. */
export function valuesOf(cells: Record<string, { v: string }>): Values {
  return Object.fromEntries(Object.entries(cells).flatMap(([slot, { v }]) => (v === '' ? [] : [[slot, v]])));
}

/** The text that the digest is computed from: sorted [slot, value] without empty values and flags (3.6-8). */
export function digestText(cells: Record<string, { v: string }>): string {
  const pairs = Object.entries(valuesOf(cells)).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify(pairs);
}

/** SHA-256 of a text, hex. Needs `crypto.subtle`; the lobby checks that it is there (3.3). */
export async function sha256Hex(text: string): Promise<string> {
  const sum = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(sum)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The digest of a state, hex. Device and server both compute it, to see whether they have the same answers. */
export function digestOf(cells: Record<string, { v: string }>): Promise<string> {
  return sha256Hex(digestText(cells));
}

/** Seconds that each question was open: by the epoch of the device that counted them, then by question (3.6-7). */
export type SpentSeconds = Record<string, Record<string, number>>;

/** Merges play counts: the greatest number of each track (3.6-7). */
export function mergePlays(
  one: Record<string, number>,
  other: Record<string, number>,
): Record<string, number> {
  const merged = { ...one };
  for (const [track, plays] of Object.entries(other)) merged[track] = Math.max(merged[track] ?? 0, plays);
  return merged;
}

/** Why a cell was not merged. Such a cell is set aside, never thrown away. */
export const orphanReasons = ['late', 'epoch', 'closed', 'unknown'] as const;
export type OrphanReason = (typeof orphanReasons)[number];

/** What decides whether a cell may be merged. Times epoch milliseconds. */
export type MergeRoom = {
  /** All valid slot names and `pick:` names. */
  names: ReadonlySet<string>;
  start: number;
  deadline: number;
  /** When the call was received; no cell counts as later. */
  received: number;
  /** When a take-over ended the sender's epoch; `null`: it is the current epoch. */
  epochEnd: number | null;
};

/** Times up to this long after the deadline count as the deadline, milliseconds (3.6-3). */
export const deadlineSlackMs = 2_000;

type Checked = { at: number } | { reason: OrphanReason };

/**
 * Rule 3.6-3 for one time. Nothing is received before the start: where it seems so, the receiving process reads the
 * shared clock some milliseconds behind the one that started the attempt, and that is not the taker's fault.
 */
export function checkTime(at: number, room: MergeRoom): Checked {
  const then = Math.min(at, Math.max(room.received, room.start));
  if (room.epochEnd !== null && then > room.epochEnd) return { reason: 'epoch' };
  if (then < room.start) return { reason: 'unknown' };
  if (then > room.deadline + deadlineSlackMs) return { reason: 'late' };
  return { at: Math.min(then, room.deadline) };
}
