import { type EventKind, type ExamEvent, eventText } from '#contracts/examAttempt.ts';
import { sha256Hex } from '#contracts/examMerge.ts';

/** Maximum number of lines in one save; the rest is sent with the next. */
export const mostEvents = 500;

/** The end of the log: number and hash of its last line. */
export type LogHead = { n: number; h: string };

/** The dependencies of a log. */
type LogRules = {
  /** Whether this page is the writer: a device has one log, and two lines with the same number would break it. */
  isWriter: () => boolean;
  /**
   * Stores a line with the new head before the next is made. @returns false: another page has a line with this number.
   */
  keep: (event: ExamEvent) => Promise<boolean>;
};

/**
 * The event log of an attempt (exams.md 3.8): events around it, never its content. Each line has a hash over itself and
 * all lines before it (a hash chain), so that a gap is visible. Lines are made one after the other, because hashing is
 * asynchronous.
 */
export function createEventLog(head: LogHead, { isWriter, keep }: LogRules) {
  let { n, h } = head;
  let loads = 0;
  /** Another page has continued the log: this page adds nothing until the log is loaded again. */
  let isBehind = false;
  let tail: Promise<void> = Promise.resolve();
  let lines: ExamEvent[] = [];

  const append = async (line: Omit<ExamEvent, 'n' | 'h'>) => {
    if (isBehind || !isWriter()) return;
    const before = loads;
    const next = { n: n + 1, ...line };
    const sum = await sha256Hex(h + eventText(next));
    // Another page may have written meanwhile: this line would be a second one with its number.
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
    /** Loads the lines that another page has stored and the server does not have. */
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
    /** The lines that the server has not confirmed, oldest first. */
    unsent: (): ExamEvent[] => lines.slice(0, mostEvents),
    /** The server has all lines up to this number. */
    confirmed(to: number): void {
      lines = lines.filter((line) => line.n > to);
    },
    /**
     * Continues from the server's head: a new epoch begins a new log (exams.md 3.4 S8). `store` runs before the next
     * line is made.
     */
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
