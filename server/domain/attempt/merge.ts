import { createHash } from 'node:crypto';
import { desc, eq, inArray } from 'drizzle-orm';
import { chooseClock } from '#contracts/examClock.ts';
import {
  type Cell,
  type Cells,
  checkTime,
  emptyCell,
  type MergeRoom,
  mergeCell,
  type OrphanReason,
  type SentCell,
  type SentCells,
} from '#contracts/examMerge.ts';
import type { Tx } from '../../db/client.ts';
import type { ClockNote } from '../../db/schema/exam.ts';
import { examOrphans } from '../../db/schema/examLog.ts';

/** How sent cells were merged into the stored ones. */
export type Merged = {
  cells: Cells;
  isChanged: boolean;
  /** Slots whose value or flag was taken. */
  taken: number;
  dropped: { slot: string; reason: OrphanReason }[];
  /** No clock of the device fits, and it decides whether a cell counts (→ `needs_look`). */
  isDoubtful: boolean;
  clock: ClockNote;
};

type Part = { at: number } | { reason: OrphanReason } | null;

/** One half of a cell, value or flag: unchanged (`null`), accepted with its time, or refused. */
function judge(
  sent: { lo: number; hi: number },
  known: { isSame: boolean; at: number },
  clock: 'lo' | 'hi',
  room: MergeRoom,
): Part {
  if (known.isSame) return { at: known.at };
  return checkTime(sent[clock], room);
}

/** Whether a cell was seen before: then it keeps its first time (exams.md 3.5). */
function isSeen(sent: SentCell, stored: Cell): boolean {
  return stored.at > 0 && stored.v === sent.v && stored.lo === sent.lo;
}

/**
 * Whether a cell is accepted by one of the two clocks but not by the other. One that is older than the stored cell even
 * where it is accepted changes nothing: an old save came late (row 5).
 */
function hangsOnClock(sent: SentCell, stored: Cell, room: MergeRoom): boolean {
  if (isSeen(sent, stored)) return false;
  const accepted = [sent.lo, sent.hi].map((at) => checkTime(at, room)).filter((one) => 'at' in one);
  return accepted.length === 1 && accepted.every(({ at }) => at >= stored.at);
}

function judgeValue(sent: SentCell, stored: Cell, clock: 'lo' | 'hi', room: MergeRoom): Part {
  // A cell with a flag alone: nothing was ever typed.
  if (sent.lo === 0 && sent.v === '') return null;
  return judge(sent, { isSame: isSeen(sent, stored), at: stored.at }, clock, room);
}

function judgeFlag(sent: SentCell, stored: Cell, clock: 'lo' | 'hi', room: MergeRoom): Part {
  if (sent.f === undefined || sent.flo === undefined) return null;
  const times = { lo: sent.flo, hi: sent.fhi ?? sent.flo };
  const isSame = stored.fat > 0 && stored.f === sent.f && stored.flo === sent.flo;
  return judge(times, { isSame, at: stored.fat }, clock, room);
}

/**
 * Merges sent cells into stored ones (exams.md 3.6): settles the times, then checks them, then merges slot by slot.
 * Pure; a repeated or older call changes nothing.
 */
export function mergeSent(
  stored: Cells,
  sent: SentCells,
  clientAt: { since: number; dlo: number; dhi: number },
  room: MergeRoom,
): Merged {
  const choice = chooseClock(room.received, clientAt);
  const cells = { ...stored };
  const dropped: Merged['dropped'] = [];
  let [taken, isDoubtful] = [0, false];
  for (const [slot, cell] of Object.entries(sent)) {
    if (!room.names.has(slot)) {
      dropped.push({ slot, reason: 'unknown' });
      continue;
    }
    const before = stored[slot] ?? emptyCell();
    const value = judgeValue(cell, before, choice.clock, room);
    const flag = judgeFlag(cell, before, choice.clock, room);
    if (choice.gap && value && hangsOnClock(cell, before, room)) isDoubtful = true;
    if (value && 'reason' in value) dropped.push({ slot, reason: value.reason });
    const incoming: Cell = {
      ...(value && 'at' in value ? { v: cell.v, at: value.at, lo: cell.lo } : { v: '', at: 0, lo: 0 }),
      ...(flag && 'at' in flag
        ? { f: cell.f === true, fat: flag.at, flo: cell.flo ?? 0 }
        : { f: false, fat: 0, flo: 0 }),
    };
    const after = mergeCell(before, incoming);
    const isNew =
      after.v !== before.v || after.at !== before.at || after.f !== before.f || after.fat !== before.fat;
    if (!isNew) continue;
    cells[slot] = after;
    taken += 1;
  }
  return {
    cells,
    isChanged: taken > 0,
    taken,
    dropped,
    isDoubtful,
    clock: { ...clientAt, clock: choice.clock, gap: choice.gap },
  };
}

/**
 * Limits for what could not be merged ◆: rows of one kind (epoch and reason), and rows of an attempt in all. A save
 * sends all cells again, so the newest row of a kind says all that the rows before it said.
 */
const mostOrphans = { ofKind: 8, ofAttempt: 40 } as const;

type OrphanFace = { id: number; epoch: number; reason: OrphanReason };

/** The rows above these limits; `rows` go from the newest to the oldest. */
function surplusOf(rows: readonly OrphanFace[]): number[] {
  const seen = new Map<string, number>();
  let kept = 0;
  return rows.flatMap(({ id, epoch, reason }) => {
    const kind = `${epoch} ${reason}`;
    const nth = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, nth);
    if (nth > mostOrphans.ofKind || kept >= mostOrphans.ofAttempt) return [id];
    kept += 1;
    return [];
  });
}

/** Deletes the oldest rows of a kind for the newest, so that nobody can fill the disk with cells that do not count. */
async function makeRoom(tx: Tx, attemptId: string): Promise<void> {
  const { id, epoch, reason } = examOrphans;
  const rows = await tx
    .select({ id, epoch, reason })
    .from(examOrphans)
    .where(eq(examOrphans.attemptId, attemptId))
    .orderBy(desc(id));
  const surplus = surplusOf(rows);
  if (surplus.length > 0) await tx.delete(examOrphans).where(inArray(id, surplus));
}

/** Keeps cells that were not merged, by reason. The same cells sent again are kept only once. Answers how many. */
export async function keepOrphans(
  tx: Tx,
  { attemptId, epoch, sent, now }: { attemptId: string; epoch: number; sent: SentCells; now: number },
  dropped: readonly { slot: string; reason: OrphanReason }[],
): Promise<number> {
  const byReason = new Map<OrphanReason, SentCells>();
  for (const { slot, reason } of dropped) {
    const cell = sent[slot];
    if (cell) byReason.set(reason, { ...byReason.get(reason), [slot]: cell });
  }
  if (byReason.size === 0) return 0;
  const rows = [...byReason].map(([reason, cells]) => ({
    attemptId,
    reason,
    epoch,
    cells,
    hash: createHash('sha256')
      .update(
        JSON.stringify([reason, Object.entries(cells).sort(([one], [other]) => (one < other ? -1 : 1))]),
      )
      .digest('hex'),
    at: new Date(now),
  }));
  const added = await tx
    .insert(examOrphans)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: examOrphans.id });
  if (added.length > 0) await makeRoom(tx, attemptId);
  return dropped.length;
}

/** Cells that differ from the stored ones; of a closed attempt only these are worth keeping. */
export function differing(stored: Cells, sent: SentCells): string[] {
  return Object.entries(sent).flatMap(([slot, { v }]) => (v === (stored[slot]?.v ?? '') ? [] : [slot]));
}
