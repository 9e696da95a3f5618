import { type EventKind, type ExamEvent, eventText } from '#contracts/examAttempt.ts';
import { sha256Hex } from '#contracts/examMerge.ts';

/** Most lines of one save; the rest goes with the next. */
export const mostEvents = 500;

/** The end of the log: the number of its last line and the sum over it. */
export type LogHead = { n: number; h: string };

/**
 * The log of an attempt (exams.md 3.8): what happened around it, never what was typed. Each line carries a sum over itself and
 * all before it, so that a gap shows. Lines are made one after the other, because summing takes its time.
 *
 * @param keep stores a line with the new head, before the next is made.
 */
export function createEventLog(head: LogHead, keep: (event: ExamEvent) => Promise<void>) {
  let { n, h } = head;
  let tail: Promise<void> = Promise.resolve();
  let lines: ExamEvent[] = [];

  const append = async (line: Omit<ExamEvent, 'n' | 'h'>) => {
    const next = { n: n + 1, ...line };
    const sum = await sha256Hex(h + eventText(next));
    const event = { ...next, h: sum };
    n = event.n;
    h = sum;
    lines.push(event);
    await keep(event).catch((error: unknown) => console.warn('exam: event not stored', error));
  };

  return {
    /** Puts back what another page has stored and the server does not have. */
    load(stored: readonly ExamEvent[], last: LogHead): void {
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
    /** Goes on from what the server has: a new epoch begins a new log (exams.md 3.4 S8). */
    restart(last: LogHead): void {
      tail = tail.then(() => {
        ({ n, h } = last);
        lines = [];
      });
    },
    head: (): LogHead => ({ n, h }),
    /** Resolves when everything noted so far is in the log. */
    settled: (): Promise<void> => tail,
  };
}

export type EventLog = ReturnType<typeof createEventLog>;
