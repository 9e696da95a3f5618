import { eq } from 'drizzle-orm';
import type { Paper } from '#contracts/examContent.ts';
import { baseDeadline } from '#contracts/examDeadline.ts';
import type { AnswerKey } from '#contracts/examKey.ts';
import { type Cells, digestOf, type Values } from '#contracts/examMerge.ts';
import type { Tx } from '../../db/client.ts';
import { type ExamRow, examAnswers, examAttempts, examSubjects, examVersions } from '../../db/schema/exam.ts';
import { examScores } from '../../db/schema/examResult.ts';
import type { Deps } from '../../deps.ts';
import { endOf } from '../../domain/attempt/submit.ts';
import { currentKey, type MarkingKey } from '../../domain/examResult/keys.ts';
import { scoreRow } from '../../domain/examResult/mark.ts';
import { answersOf, slotsOf } from './answers.ts';
import { type Random, seededRandom } from './random.ts';

/** How many people of the sample take each subject (exams.md 2.4): enough, 参考値, too few. */
export const sampleTakers = { 'english-r': 1200, 'math-1a': 1200, japanese: 64, info: 12 } as const;
/** The same of the short exam before: just enough for a 偏差値 without 参考値. */
export const formerTakers = { 'english-r': 110, 'math-1a': 110 } as const;
/** The same of the open exam: who hands in a subject has a 偏差値 without 参考値 at once, and a 判定. */
export const openTakers = {
  japanese: 120,
  'math-1a': 120,
  'english-r': 120,
  'english-l': 120,
  info: 120,
} as const;
const minute = 60_000;
/** Rows of one statement: far below the limit of parameters. */
const batch = 200;

/** A subject of the exam: the key that marks it, and the right answers. */
type Sheet = { key: MarkingKey; right: AnswerKey; layout: Paper; minutes: number; subject: string };
/** The right keys by subject, for subjects in which another key counts for now. */
export type RightKeys = ReadonlyMap<string, AnswerKey>;
type Person = { no: number; general: number };

async function sheetOf(tx: Tx, exam: ExamRow, subject: string, right: RightKeys): Promise<Sheet | null> {
  const rows = await tx
    .select()
    .from(examSubjects)
    .where(eq(examSubjects.versionId, exam.versionId ?? 0));
  const row = rows.find(({ key }) => key === subject);
  if (!row) return null;
  const key = await currentKey(tx, row.id);
  return { key, right: right.get(subject) ?? key.key, layout: row.layout, minutes: row.minutes, subject };
}

/** Answers as they lie in the database: typed one after another, evenly over the time. */
function cellsOf(values: Values, from: number, to: number): Cells {
  const entries = Object.entries(values);
  return Object.fromEntries(
    entries.map(([slot, v], place) => {
      const at = Math.round(from + ((place + 1) / (entries.length + 1)) * (to - from));
      return [slot, { v, at, lo: at, f: false, fat: 0, flo: 0 }];
    }),
  );
}

/**
 * When somebody sat down: in the window, between nine and seven in Japan. Of an exam that is open, on a day of the
 * window that is over.
 */
function startOf(exam: ExamRow, now: number, random: Random): number {
  const from = exam.examFrom?.getTime() ?? 0;
  const until = Math.min(exam.examUntil?.getTime() ?? from, now);
  const days = Math.floor((until - from) / 86_400_000);
  return from + random.int(Math.max(1, days)) * 86_400_000 + random.int(10 * 60) * minute;
}

async function rowsOf(deps: Deps, exam: ExamRow, sheet: Sheet, person: Person, random: Random) {
  const ability = 0.8 * person.general + 0.6 * random.normal();
  const values = answersOf(sheet.right, slotsOf(sheet.layout), { ability, random });
  const started = startOf(exam, deps.clock.now(), random);
  const until = exam.examUntil?.getTime() ?? null;
  const ends = baseDeadline({ started, minutes: sheet.minutes, multiplierPct: 100, examUntil: until });
  const isTimedOut = random.next() < 0.06;
  const ended = isTimedOut ? ends : Math.round(started + (0.7 + 0.29 * random.next()) * (ends - started));
  const cells = cellsOf(values, started, ended);
  const id = random.uuid();
  const [begin, end] = [new Date(started), new Date(ended)];
  const attempt = {
    ...{ id, userId: null, examId: exam.id, subjectId: sheet.key.subjectId, subject: sheet.subject },
    ...{ kind: 'real' as const, round: 1, startKey: `sample-${person.no}` },
    ...{ startedAt: begin, baseDeadline: new Date(ends), deadline: new Date(ends) },
    ...{ leaseDevice: 'sample', leaseSeenAt: end, created: begin },
    ...endOf(deps, { id, receiptNo: null }, isTimedOut ? 'time' : 'user', {
      submittedAt: end,
      handedInAt: end,
    }),
  };
  const digest = await digestOf(cells);
  return {
    attempt,
    answers: { attemptId: id, rev: 1, cells, plays: {}, digest, savedAt: end, savesFrom: end },
    score: scoreRow(attempt, sheet.key, { values, self: {} }, end),
  };
}

type Rows = Awaited<ReturnType<typeof rowsOf>>;

async function store(tx: Tx, rows: readonly Rows[]): Promise<void> {
  for (let from = 0; from < rows.length; from += batch) {
    const part = rows.slice(from, from + batch);
    await tx.insert(examAttempts).values(part.map(({ attempt }) => attempt));
    await tx.insert(examAnswers).values(part.map(({ answers }) => answers));
    await tx.insert(examScores).values(part.map(({ score }) => score));
  }
}

/**
 * Takers of a sample exam: this many for each subject, drawn from a seed and marked by the key that counts now (`right`
 * may be another one). They belong to no account (`user_id` is empty), so they are never mixed with real ones.
 */
export async function storeCohort(
  tx: Tx,
  deps: Deps,
  exam: ExamRow,
  { takers, seed, right }: { takers: Readonly<Record<string, number>>; seed: number; right: RightKeys },
): Promise<void> {
  const random = seededRandom(seed);
  const people: Person[] = Array.from({ length: Math.max(...Object.values(takers)) }, (_, at) => ({
    no: at + 1,
    general: random.normal(),
  }));
  for (const [subject, count] of Object.entries(takers)) {
    const sheet = await sheetOf(tx, exam, subject, right);
    if (!sheet) throw new Error(`no subject ${subject} in the sample exam`);
    const rows: Rows[] = [];
    for (const person of people.slice(0, count)) rows.push(await rowsOf(deps, exam, sheet, person, random));
    await store(tx, rows);
  }
  const first = new Date(exam.examFrom ?? 0);
  await tx
    .update(examVersions)
    .set({ firstStart: first })
    .where(eq(examVersions.id, exam.versionId ?? 0));
}
