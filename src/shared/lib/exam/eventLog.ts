import { type EventKind, type ExamEvent, eventText } from '#contracts/examAttempt.ts';
import { sha256Hex } from '#contracts/examMerge.ts';

/** Most lines of one save; the rest goes with the next. */
export const mostEvents = 500;

/** The end of the log: the number of its last line and the sum over it. */
export type LogHead = { n: number; h: string };

/** What a log stands on. */
type LogRules = {
  /** Whether this page writes: one device has one log, and a second line of a number would break it. */
  isWriter: () => boolean;
  /** Stores a line with the new head, before the next is made. @returns false: another page has a line of this number. */
  keep: (event: ExamEvent) => Promise<boolean>;
};

/**
 * The log of an attempt (exams.md 3.8): what happened around it, never what was typed. Each line carries a sum over itself and
 * all before it, so that a gap shows. Lines are made one after the other, because summing takes its time.
 */
export function createEventLog(head: LogHead, { isWriter, keep }: LogRules) {
  let { n, h } = head;
  let loads = 0;
  /** Another page has gone on with the log: nothing more comes from here before it is loaded. */
  let isBehind = false;
  let tail: Promise<void> = Promise.resolve();
  let lines: ExamEvent[] = [];

  const append = async (line: Omit<ExamEvent, 'n' | 'h'>) => {
    if (isBehind || !isWriter()) return;
    const before = loads;
    const next = { n: n + 1, ...line };
    const sum = await sha256Hex(h + eventText(next));
    // Another page may have written on meanwhile: this line would be a second one of its number.
    if (loads !== before || !isWriter()) return;
    const event = { ...next, h: sum };
    n = event.n;
    h = sum;
    const isKept = await keep(event).catch((error: unknown) => {
      console.warn('exam: event not stored', error);
      return true;
    });
    if (loads !== before) return;
    if (isKept) lines.push(event);
    else isBehind = true;
  };

  return {
    /** Puts back what another page has stored and the server does not have. */
    load(stored: readonly ExamEvent[], last: LogHead): void {
      loads += 1;
      isBehind = false;
      ({ n, h } = last);
      lines = [...stored].sort((one, other) => one.n - other.n);
    },
    add(
      kind: EventKind,
      { lo, hi }: { lo: number; hi: number },
      d: string | number | null = null,
    ): Promise<void> {
      const line = { kind, lo: Math.round(lo), hi: Math.round(hi), d };
      tail = tail.then(() => append(line));
      return tail;
    },
    /** What the server has not confirmed, the oldest first. */
    unsent: (): ExamEvent[] => lines.slice(0, mostEvents),
    /** The server has all up to this number. */
    confirmed(to: number): void {
      lines = lines.filter((line) => line.n > to);
    },
    /** Goes on from what the server has: a new epoch begins a new log (exams.md 3.4 S8). `store`: before the next line is made. */
    restart(last: LogHead, store: () => Promise<void>): Promise<void> {
      tail = tail.then(() => {
        loads += 1;
        isBehind = false;
        ({ n, h } = last);
        lines = [];
        return store();
      });
      return tail;
    },
    head: (): LogHead => ({ n, h }),
    /** Resolves when everything noted is in the log. */
    async settled(): Promise<void> {
      for (let seen: Promise<void> | null = null; seen !== tail; ) {
        seen = tail;
        await seen;
      }
    },
  };
}

export type EventLog = ReturnType<typeof createEventLog>;
