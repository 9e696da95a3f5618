import { and, desc, eq, ne } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { type ExamRow, entryDesired, examEntries, exams } from '../../db/schema/exam.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import { type DesiredRow, desiredOf, type FullEntry, finish, holdForDesired } from './entry.ts';

/** 志望校 of the exam that was entered last before this one. */
export type LastDesired = { exam: number; name: string; desired: DesiredRow[] };

/**
 * 志望校 that can be copied into an entry (product.md 2.3.L), from the newest other exam of the same kind; `null`: none.
 */
export async function lastDesired(
  db: Db,
  userId: number,
  exam: Pick<ExamRow, 'id' | 'kind'>,
): Promise<LastDesired | null> {
  const [row] = await db
    .select({ entryId: examEntries.id, exam: exams.id, name: exams.name })
    .from(examEntries)
    .innerJoin(exams, eq(exams.id, examEntries.examId))
    .innerJoin(entryDesired, eq(entryDesired.entryId, examEntries.id))
    .where(and(eq(examEntries.userId, userId), eq(exams.kind, exam.kind), ne(exams.id, exam.id)))
    .orderBy(desc(exams.examFrom), desc(examEntries.id))
    .limit(1);
  if (!row) return null;
  const { entryId, ...of } = row;
  return { ...of, desired: await desiredOf(db, entryId) };
}

/**
 * Copies the 志望校 of the exam before to the end of the list, as many as have room. One that is in the list already is
 * not added again. 409 `conflict` when there is nothing to copy.
 */
export async function copyDesired(
  tx: Tx,
  deps: Deps,
  { userId, exam }: { userId: number; exam: ExamRow },
): Promise<FullEntry> {
  const entry = await holdForDesired(tx, deps, userId, exam);
  const last = await lastDesired(tx, userId, exam);
  const known = await desiredOf(tx, entry.id);
  const isKnown = ({ methodId, freeName }: DesiredRow) =>
    known.some((row) => (methodId === null ? row.freeName === freeName : row.methodId === methodId));
  const taken = new Set(known.map(({ rank }) => rank));
  const free = Array.from({ length: exam.maxDesiredRank }, (_, at) => at + 1).filter(
    (rank) => !taken.has(rank),
  );
  const fresh = (last?.desired ?? []).filter((row) => !isKnown(row)).slice(0, free.length);
  if (fresh.length === 0) throw new ApiError(409, 'conflict', 'コピーできる志望校がありません。');
  await tx.insert(entryDesired).values(
    fresh.flatMap(({ methodId, freeName }, at) => {
      const rank = free[at];
      return rank === undefined ? [] : [{ entryId: entry.id, rank, methodId, freeName }];
    }),
  );
  await tx.update(examEntries).set({ isUndecided: false }).where(eq(examEntries.id, entry.id));
  return finish(tx, deps, exam, { ...entry, isUndecided: false });
}
