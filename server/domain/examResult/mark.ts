import { and, eq, inArray, sql } from 'drizzle-orm';
import { type Values, valuesOf } from '#contracts/examMerge.ts';
import { pickedSections, type Score, type SelfPoints, score } from '#contracts/examScore.ts';
import type { Db, Tx } from '../../db/client.ts';
import { type ExamAttemptRow, examAnswers } from '../../db/schema/exam.ts';
import { examScores, examSelfPoints } from '../../db/schema/examResult.ts';
import { slices } from '../../db/slices.ts';
import type { Deps } from '../../deps.ts';
import { currentKey, keyOf, type MarkingKey } from './keys.ts';

/** Values in `points` for a group without a number. */
export const noPoints = { pending: -1, unpicked: -2 } as const;

/** A row of marks. */
export type ScoreRow = typeof examScores.$inferSelect;

/** Marks as they are stored. The same answers and key always give the same row. */
export function scoreRow(
  attempt: Pick<ExamAttemptRow, 'id'>,
  { subjectId, revision, key }: MarkingKey,
  { values, self }: { values: Values; self: SelfPoints },
  made: Date,
): ScoreRow {
  const marked = score(key, values, self);
  return {
    attemptId: attempt.id,
    keyRevision: revision,
    subjectId,
    points: marked.groups.map(pointsOf),
    total: marked.total,
    full: marked.full,
    pending: marked.pending,
    picks: [...pickedSections(key, values)],
    made,
  };
}

function pointsOf({ points, state }: Score['groups'][number]): number {
  if (state === 'unpicked') return noPoints.unpicked;
  return points ?? noPoints.pending;
}

/** What marking needs of an attempt: answers, and the points that the taker gave. */
export async function answersToMark(
  db: Db,
  attemptId: string,
): Promise<{ values: Values; self: SelfPoints }> {
  const [row] = await db
    .select({ cells: examAnswers.cells, self: examSelfPoints.points })
    .from(examAnswers)
    .leftJoin(examSelfPoints, eq(examSelfPoints.attemptId, examAnswers.attemptId))
    .where(eq(examAnswers.attemptId, attemptId));
  return { values: valuesOf(row?.cells ?? {}), self: row?.self ?? {} };
}

/** Rows of one statement: each has nine values, and a statement has room for 32,767 (exams.md 9). */
const rowsPerStatement = 500;
const overwritten = {
  subjectId: sql`excluded.subject_id`,
  points: sql`excluded.points`,
  total: sql`excluded.total`,
  full: sql`excluded."full"`,
  pending: sql`excluded.pending`,
  picks: sql`excluded.picks`,
  made: sql`excluded.made`,
};

/** Stores marks; marks of the same revision are replaced. */
export async function storeScores(tx: Tx, rows: readonly ScoreRow[]): Promise<void> {
  for (const some of slices(rows, rowsPerStatement))
    await tx
      .insert(examScores)
      .values(some)
      .onConflictDoUpdate({ target: [examScores.attemptId, examScores.keyRevision], set: overwritten });
}

/**
 * Marks attempts again by all other keys that have marked them (`used`: the revision by which they were marked now, of
 * each subject; another may count by the time this reads). Older cohort versions tell these marks, a correction is
 * told as the difference of two of them, and one that is under way has marked some attempts already: all revisions have
 * to know the same answers.
 */
async function markOthers(
  tx: Tx,
  answers: ReadonlyMap<string, { values: Values; self: SelfPoints }>,
  used: ReadonlyMap<number, MarkingKey>,
  made: Date,
): Promise<void> {
  const rows = await tx
    .select({
      id: examScores.attemptId,
      revision: examScores.keyRevision,
      subjectId: examScores.subjectId,
    })
    .from(examScores)
    .where(inArray(examScores.attemptId, [...answers.keys()]));
  const keys = new Map<string, MarkingKey>();
  const marks: ScoreRow[] = [];
  for (const { id, revision, subjectId } of rows) {
    const own = answers.get(id);
    if (revision === used.get(subjectId)?.revision || !own) continue;
    const name = `${subjectId} ${revision}`;
    const key = keys.get(name) ?? (await keyOf(tx, subjectId, revision));
    keys.set(name, key);
    marks.push(scoreRow({ id }, key, own, made));
  }
  await storeScores(tx, marks);
}

/** Marks attempts by the keys that count now, in few statements, however many attempts there are (exams.md 8). */
export async function scoreAttempts(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  attempts: readonly Pick<ExamAttemptRow, 'id' | 'subjectId'>[],
): Promise<void> {
  if (attempts.length === 0) return;
  const keys = new Map<number, MarkingKey>();
  for (const { subjectId } of attempts)
    if (!keys.has(subjectId)) keys.set(subjectId, await currentKey(tx, subjectId));
  const rows = await tx
    .select({ id: examAnswers.attemptId, cells: examAnswers.cells, self: examSelfPoints.points })
    .from(examAnswers)
    .leftJoin(examSelfPoints, eq(examSelfPoints.attemptId, examAnswers.attemptId))
    .where(
      inArray(
        examAnswers.attemptId,
        attempts.map(({ id }) => id),
      ),
    );
  const answers = new Map(
    rows.map(({ id, cells, self }) => [id, { values: valuesOf(cells), self: self ?? {} }]),
  );
  const made = new Date(deps.clock.now());
  await storeScores(
    tx,
    attempts.flatMap((attempt) => {
      const key = keys.get(attempt.subjectId);
      if (!key) return [];
      return scoreRow(attempt, key, answers.get(attempt.id) ?? { values: {}, self: {} }, made);
    }),
  );
  await markOthers(tx, answers, keys, made);
}

/** Marks an attempt by the key that counts now. Answers the row. */
export async function scoreAttempt(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  attempt: Pick<ExamAttemptRow, 'id' | 'subjectId'>,
): Promise<ScoreRow> {
  const key = await currentKey(tx, attempt.subjectId);
  const answers = await answersToMark(tx, attempt.id);
  const made = new Date(deps.clock.now());
  const row = scoreRow(attempt, key, answers, made);
  await storeScores(tx, [row]);
  await markOthers(tx, new Map([[attempt.id, answers]]), new Map([[attempt.subjectId, key]]), made);
  return row;
}

/** The marks of an attempt by a revision, `null`: not marked yet. */
export async function scoreOf(db: Db, attemptId: string, revision: number): Promise<ScoreRow | null> {
  const [row] = await db
    .select()
    .from(examScores)
    .where(and(eq(examScores.attemptId, attemptId), eq(examScores.keyRevision, revision)));
  return row ?? null;
}
