import type { LocalCells } from './cells.ts';
import { hasDirty } from './cells.ts';
import type { AttemptRow } from './rows.ts';
import { unsentAfterMs } from './savePace.ts';
import type { Turn } from './tabTurn.ts';

/**
 * Where the answers are (exams.md 4, "save words"). `saved`: the server has exactly this state, since `at` (epoch ms) ·
 * `sending`: on its way · `device`: stored here, not sent · `refused`: the server does not accept them, the exam
 * continues · `nowhere`: this device cannot store anything, only the connection saves them.
 */
export type SaveState =
  | { kind: 'saved'; at: number }
  | { kind: 'sending' }
  | { kind: 'device' }
  | { kind: 'refused' }
  | { kind: 'nowhere' };

/**
 * A message that the taker sees once. `id` distinguishes two of the same kind. `extended`: time that was added, by its
 * cause, ms · `unlocked`: an end by the clock is undone; `isOutage`: because of an outage.
 */
export type AttemptNews = { id: number } & (
  | { kind: 'extended'; outageMs: number; givenMs: number }
  | { kind: 'merged'; count: number }
  | { kind: 'dropped'; cells: AttemptRow['dropped'] }
  | { kind: 'unlocked'; isOutage: boolean }
);

/** What a screen shows of an attempt. */
export type AttemptView = {
  row: AttemptRow;
  cells: LocalCells;
  /** Whether this tab may write. */
  turn: Turn;
  save: SaveState;
  news: AttemptNews | null;
};

/** The facts that decide the save state. Monotonic ms. */
export type SaveFacts = {
  row: AttemptRow;
  cells: LocalCells;
  hasStorage: boolean;
  isRefused: boolean;
  failures: number;
  /** Time of the first change that the server has not confirmed; `null`: none. */
  unsentSince: number | null;
  now: number;
};

/** Never `saved` while anything is unsent (exams.md 4). */
export function saveStateOf({
  row,
  cells,
  hasStorage,
  isRefused,
  failures,
  unsentSince,
  now,
}: SaveFacts): SaveState {
  const isUnsent = hasDirty(cells);
  if (isRefused) return { kind: 'refused' };
  if (!isUnsent) return { kind: 'saved', at: row.savedAt ?? row.startedAt };
  if (!hasStorage) return { kind: 'nowhere' };
  const isLate = failures > 0 || (unsentSince !== null && now - unsentSince >= unsentAfterMs);
  return { kind: isLate ? 'device' : 'sending' };
}

/** Whether answers can be changed: neither the clock nor a hand-in has ended it, and no other tab or device writes. */
export function isOpen({ row, turn }: Pick<AttemptView, 'row' | 'turn'>): boolean {
  return row.state === 'running' && turn === 'writer' && row.switched === null;
}

/** Whether an operator has voided the attempt: it has no receipt and is not scored (exams.md 7, row 77). */
export function isVoid({ receipt }: Pick<AttemptRow, 'receipt'>): boolean {
  return receipt?.ended_by === 'operator';
}

/** 端末控え: ten signs of the digest, without signs that look alike (exams.md 3.8). */
export function deviceReceipt(digest: string): string {
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  const signs = Array.from({ length: 10 }, (_, at) => {
    const bits = at * 5;
    const byte = Number.parseInt(digest.slice(2 * Math.floor(bits / 8), 2 * Math.floor(bits / 8) + 4), 16);
    return alphabet[(byte >> (11 - (bits % 8))) & 31];
  });
  return `${signs.slice(0, 5).join('')}-${signs.slice(5).join('')}`;
}
