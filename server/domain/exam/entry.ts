import { and, asc, eq, inArray, ne } from 'drizzle-orm';
import type { DesiredInput, EntryInput } from '#contracts/exam.ts';
import type { Db, Tx } from '../../db/client.ts';
import {
  type ExamEntryRow,
  type ExamRow,
  entryDesired,
  examAttempts,
  examEntries,
  examMethods,
} from '../../db/schema/exam.ts';
import type { Deps } from '../../deps.ts';
import { ApiError, notFound } from '../../errors.ts';
import { type SubjectFace, subjectsOf } from './catalogue.ts';
import { assertNoFee } from './fee.ts';

export type DesiredRow = typeof entryDesired.$inferSelect;
/** An entry with its 志望校. */
export type FullEntry = { entry: ExamEntryRow; desired: DesiredRow[] };

/** Somebody's entries of exams. */
export async function entriesOf(db: Db, userId: number, examIds: readonly number[]): Promise<ExamEntryRow[]> {
  if (examIds.length === 0) return [];
  return db
    .select()
    .from(examEntries)
    .where(and(eq(examEntries.userId, userId), inArray(examEntries.examId, [...examIds])));
}

/** 志望校 of an entry in their order. */
export function desiredOf(db: Db, entryId: number): Promise<DesiredRow[]> {
  return db
    .select()
    .from(entryDesired)
    .where(eq(entryDesired.entryId, entryId))
    .orderBy(asc(entryDesired.rank));
}

/** An entry; `null`: there is none. */
export async function readEntry(db: Db, userId: number, examId: number): Promise<FullEntry | null> {
  const [entry] = await entriesOf(db, userId, [examId]);
  return entry ? { entry, desired: await desiredOf(db, entry.id) } : null;
}

/** Which of the three inputs are done. */
export function progressOf({ entry, desired }: FullEntry) {
  return {
    basicinfo: entry.basicInfo !== null && entry.subjects.length > 0,
    schoolinfo: desired.length > 0 || entry.isUndecided,
    environmentinfo: entry.environmentInfo !== null,
  };
}

const closed = (detail: string) => new ApiError(409, 'entry_closed', detail);

function assertEntryOpen(exam: ExamRow, now: number): void {
  if (exam.entryFrom && now < exam.entryFrom.getTime()) throw closed('申込期間はまだ始まっていません。');
  if (exam.entryUntil && now > exam.entryUntil.getTime()) throw closed('申込期間は終了しました。');
}

async function hasStarted(tx: Tx, userId: number, examId: number): Promise<boolean> {
  const rows = await tx
    .select({ id: examAttempts.id })
    .from(examAttempts)
    .where(
      and(
        eq(examAttempts.userId, userId),
        eq(examAttempts.examId, examId),
        eq(examAttempts.kind, 'real'),
        ne(examAttempts.state, 'void'),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** The entry with its row locked, made when there is none. */
async function holdEntry(tx: Tx, deps: Deps, userId: number, exam: ExamRow): Promise<ExamEntryRow> {
  const now = new Date(deps.clock.now());
  await tx
    .insert(examEntries)
    .values({ userId, examId: exam.id, status: 'in_progress', created: now, modified: now })
    .onConflictDoNothing();
  const [row] = await tx
    .select()
    .from(examEntries)
    .where(and(eq(examEntries.userId, userId), eq(examEntries.examId, exam.id)))
    .for('update');
  if (!row) throw new Error('entry vanished');
  return row;
}

/** 422 `subject_rule` when the choice of subjects breaks a rule of the exam. */
function assertSubjects(exam: ExamRow, known: readonly SubjectFace[], chosen: readonly string[]): void {
  const unknown = chosen.find((key) => !known.some((subject) => subject.key === key));
  if (unknown !== undefined || new Set(chosen).size < chosen.length)
    throw new ApiError(422, 'subject_rule', '受験科目を選び直してください。', { data: { rule: 'unknown' } });
  const missing = known.find((subject) => subject.isRequired && !chosen.includes(subject.key));
  if (missing)
    throw new ApiError(422, 'subject_rule', `${missing.name}は全員が受験する科目です。`, {
      data: { rule: 'required', subject: missing.key },
    });
  for (const { group, name, max } of exam.groupRules) {
    const count = known.filter((subject) => subject.group === group && chosen.includes(subject.key)).length;
    if (count > max)
      throw new ApiError(422, 'subject_rule', `${name}は${max}科目まで選択できます。`, {
        data: { rule: 'max', group, max },
      });
  }
}

/** Moves an entry with all three inputs on: it is entered, or waits for its payment. */
async function advance(tx: Tx, exam: ExamRow, full: FullEntry): Promise<ExamEntryRow> {
  const { entry } = full;
  const isDone = Object.values(progressOf(full)).every(Boolean);
  if (!isDone || entry.status !== 'in_progress') return entry;
  const status = exam.fee > 0 ? ('awaiting_payment' as const) : ('entered' as const);
  const number = entry.number ?? `${String(exam.id).padStart(3, '0')}-${String(entry.id).padStart(6, '0')}`;
  await tx.update(examEntries).set({ status, number }).where(eq(examEntries.id, entry.id));
  return { ...entry, status, number };
}

/** Notes the change, and completes an entry that has all three inputs. */
export async function finish(tx: Tx, deps: Deps, exam: ExamRow, entry: ExamEntryRow): Promise<FullEntry> {
  const modified = new Date(deps.clock.now());
  await tx.update(examEntries).set({ modified }).where(eq(examEntries.id, entry.id));
  const full = { entry: { ...entry, modified }, desired: await desiredOf(tx, entry.id) };
  return { ...full, entry: await advance(tx, exam, full) };
}

/**
 * Takes one part of an entry. A completed entry can be changed until the first start. 409 `entry_closed`, 422
 * `subject_rule`.
 */
export async function changeEntry(
  tx: Tx,
  deps: Deps,
  { userId, exam }: { userId: number; exam: ExamRow },
  input: EntryInput,
): Promise<FullEntry> {
  const entry = await holdEntry(tx, deps, userId, exam);
  if (entry.status !== 'entered' && entry.status !== 'awaiting_payment')
    assertEntryOpen(exam, deps.clock.now());
  if (await hasStarted(tx, userId, exam.id)) throw closed('受験が始まったため、申込内容は変えられません。');
  const status = entry.status === 'canceled' ? ('in_progress' as const) : entry.status;
  const change = { status, ...(await partOf(tx, exam, input)) };
  await tx.update(examEntries).set(change).where(eq(examEntries.id, entry.id));
  return finish(tx, deps, exam, { ...entry, ...change });
}

async function partOf(tx: Tx, exam: ExamRow, input: EntryInput): Promise<Partial<ExamEntryRow>> {
  if (input.section === 'school_info') return { isUndecided: input.data.is_undecided };
  if (input.section === 'environment_info') return { environmentInfo: input.data };
  assertSubjects(exam, await subjectsOf(tx, [exam.versionId ?? 0]), input.subjects);
  return { basicInfo: input.data, subjects: input.subjects };
}

/** Takes an entry back, until the first start and as long as nothing was ordered for it (`assertNoFee`). */
export async function cancelEntry(
  tx: Tx,
  deps: Deps,
  { userId, exam }: { userId: number; exam: ExamRow },
): Promise<FullEntry> {
  const found = await readEntry(tx, userId, exam.id);
  if (!found) throw notFound('申し込みは見つかりませんでした。');
  if (await hasStarted(tx, userId, exam.id)) throw closed('受験が始まったため、取り消せません。');
  await assertNoFee(tx, userId, exam.id);
  const entry = await holdEntry(tx, deps, userId, exam);
  await tx.update(examEntries).set({ status: 'canceled' }).where(eq(examEntries.id, entry.id));
  return finish(tx, deps, exam, { ...entry, status: 'canceled' });
}

function assertRank(exam: ExamRow, rank: number): void {
  if (rank < 1 || rank > exam.maxDesiredRank)
    throw new ApiError(422, 'rank_invalid', `志望校は第${exam.maxDesiredRank}志望まで登録できます。`);
}

/** 志望校 can be changed until the end of the window. */
export async function holdForDesired(
  tx: Tx,
  deps: Deps,
  userId: number,
  exam: ExamRow,
): Promise<ExamEntryRow> {
  const now = deps.clock.now();
  if (exam.examUntil && now > exam.examUntil.getTime())
    throw closed('受験期間が終わったため、志望校は変えられません。');
  const entry = await holdEntry(tx, deps, userId, exam);
  if (entry.status === 'in_progress' || entry.status === 'canceled') assertEntryOpen(exam, now);
  return entry;
}

/**
 * Puts a 志望校 at a rank. 409 `duplicate` when it has another rank already, 422 `rank_invalid`, 404 when there is no such
 * method.
 */
export async function putDesired(
  tx: Tx,
  deps: Deps,
  { userId, exam, rank }: { userId: number; exam: ExamRow; rank: number },
  input: DesiredInput,
): Promise<FullEntry> {
  assertRank(exam, rank);
  const entry = await holdForDesired(tx, deps, userId, exam);
  const methodId = 'method' in input ? input.method : null;
  if (methodId !== null) {
    const [method] = await tx
      .select({ id: examMethods.id })
      .from(examMethods)
      .where(eq(examMethods.id, methodId));
    if (!method) throw notFound('この学部・方式は見つかりませんでした。');
    const known = await desiredOf(tx, entry.id);
    if (known.some((row) => row.methodId === methodId && row.rank !== rank))
      throw new ApiError(409, 'duplicate', '同じ学部・方式がすでに登録されています。');
  }
  const row = { methodId, freeName: 'free_name' in input ? input.free_name : null };
  await tx
    .insert(entryDesired)
    .values({ entryId: entry.id, rank, ...row })
    .onConflictDoUpdate({ target: [entryDesired.entryId, entryDesired.rank], set: row });
  await tx.update(examEntries).set({ isUndecided: false }).where(eq(examEntries.id, entry.id));
  return finish(tx, deps, exam, { ...entry, isUndecided: false });
}

/** Writes all 志望校 anew, counted from 1. */
async function renumber(tx: Tx, entryId: number, rows: readonly DesiredRow[]): Promise<void> {
  await tx.delete(entryDesired).where(eq(entryDesired.entryId, entryId));
  if (rows.length === 0) return;
  await tx.insert(entryDesired).values(rows.map((row, at) => ({ ...row, rank: at + 1 })));
}

/** Removes a 志望校; those behind it move up. */
export async function removeDesired(
  tx: Tx,
  deps: Deps,
  { userId, exam, rank }: { userId: number; exam: ExamRow; rank: number },
): Promise<FullEntry> {
  const entry = await holdForDesired(tx, deps, userId, exam);
  const rows = await desiredOf(tx, entry.id);
  await renumber(
    tx,
    entry.id,
    rows.filter((row) => row.rank !== rank),
  );
  return finish(tx, deps, exam, entry);
}

/** Puts 志望校 in a new order. 422 `rank_invalid` when the ranks are not the existing ones. */
export async function reorderDesired(
  tx: Tx,
  deps: Deps,
  { userId, exam }: { userId: number; exam: ExamRow },
  ranks: readonly number[],
): Promise<FullEntry> {
  const entry = await holdForDesired(tx, deps, userId, exam);
  const rows = await desiredOf(tx, entry.id);
  const ordered = ranks.flatMap((rank) => rows.find((row) => row.rank === rank) ?? []);
  if (ordered.length !== rows.length || new Set(ranks).size !== rows.length)
    throw new ApiError(422, 'rank_invalid', '志望校の並びが変わっています。もう一度並べ直してください。');
  await renumber(tx, entry.id, ordered);
  return finish(tx, deps, exam, entry);
}
