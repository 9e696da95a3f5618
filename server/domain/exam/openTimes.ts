import { and, eq, inArray, sql } from 'drizzle-orm';
import { lateMs } from '#contracts/examDeadline.ts';
import type { Db } from '../../db/client.ts';
import { type ExamRow, examAttempts } from '../../db/schema/exam.ts';

type Switched = Pick<ExamRow, 'id' | 'marksOpen' | 'keysOpen' | 'examUntil'>;

/** How long before `exam_from` packs can be loaded, milliseconds. */
const packAheadMs = 86_400_000;
/** Longest that attempts beyond the window hold up marks and keys, milliseconds. */
const longestHoldMs = 2 * lateMs;

/**
 * When an exam shows score and 正誤, and when keys and explanations; `null`: right after the hand-in (exams.md 1, D6).
 */
export type OpenTimes = { marks: Date | null; keys: Date | null };

/** Whether what opens at a moment is open. */
export function isOpenAt(opens: Date | null, now: number): boolean {
  return opens === null || now >= opens.getTime();
}

/** From when packs can be loaded; `null`: always. */
export function packFrom({ examFrom }: Pick<ExamRow, 'examFrom'>): Date | null {
  return examFrom === null ? null : new Date(examFrom.getTime() - packAheadMs);
}

/**
 * The last end of running attempts, epoch milliseconds, by exam. One that was opened again waits a day for its taker.
 * One that is looked into holds nothing up: it was opened when marks or keys were told already.
 */
async function lastEnds(db: Db, examIds: readonly number[]): Promise<Map<number, number>> {
  if (examIds.length === 0) return new Map();
  const { deadline, reopenedMs } = examAttempts;
  const end = sql<number>`max(extract(epoch from ${deadline}) * 1000
    + case when ${reopenedMs} is null then 0 else ${lateMs}::int end)::float8`;
  const rows = await db
    .select({ examId: examAttempts.examId, end })
    .from(examAttempts)
    .where(
      and(
        inArray(examAttempts.examId, [...examIds]),
        eq(examAttempts.state, 'running'),
        eq(examAttempts.kind, 'real'),
        eq(examAttempts.needsLook, false),
      ),
    )
    .groupBy(examAttempts.examId);
  return new Map(rows.map((row) => [row.examId, Number(row.end)]));
}

/**
 * When exams show marks and keys. `after_window` means after the last taker: the time of an attempt may go beyond the
 * window by an allowance, an outage or an operator, and what others learn then could reach who is still answering.
 */
export async function openTimesOf(
  db: Db,
  exams: readonly Switched[],
  now: number,
): Promise<Map<number, OpenTimes>> {
  const isOver = ({ examUntil }: Switched) => examUntil !== null && now >= examUntil.getTime();
  const waits = ({ marksOpen, keysOpen }: Switched) => [marksOpen, keysOpen].includes('after_window');
  const over = exams.filter((exam) => isOver(exam) && waits(exam));
  const ends = await lastEnds(
    db,
    over.map(({ id }) => id),
  );
  return new Map(
    exams.map(({ id, marksOpen, keysOpen, examUntil }) => {
      const until = examUntil?.getTime() ?? null;
      const last = until === null ? null : Math.min(until + longestHoldMs, ends.get(id) ?? until);
      const after = until === null || last === null ? null : new Date(Math.max(until, last));
      return [
        id,
        { marks: marksOpen === 'at_once' ? null : after, keys: keysOpen === 'at_once' ? null : after },
      ];
    }),
  );
}

/** When one exam shows marks and keys. */
export async function openTimes(db: Db, exam: Switched, now: number): Promise<OpenTimes> {
  const times = await openTimesOf(db, [exam], now);
  return times.get(exam.id) ?? { marks: null, keys: null };
}
