import { randomUUID } from 'node:crypto';
import { and, desc, eq, gt, isNotNull, isNull, lt, ne, notExists, or, sql } from 'drizzle-orm';
import { answersOf } from '#contracts/entryAnswers.ts';
import { type EntryInput, entryDays, entrySubjects } from '#contracts/entryExam.ts';
import type { Db, Tx } from '../../db/client.ts';
import {
  type EntryExamRow,
  type EntryTestRow,
  entryExams,
  entryLinks,
  entryTests,
  type StoredSubject,
} from '../../db/schema/entryExam.ts';
import { examAnswers, examAttempts } from '../../db/schema/exam.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import { queueMail } from '../../mail/queue.ts';
import { newToken } from '../accounts/secrets.ts';
import { hashToken } from '../accounts/tokens.ts';
import { endByTime, graceMs, isDue } from '../attempt/autoSubmit.ts';
import type { Held as Sitting } from '../attempt/load.ts';
import { welcomeBack } from '../attempt/reopen.ts';
import { invitationMail, linkLifetime, type MailedSubject, resultMail } from './mails.ts';
import { markSubject } from './mark.ts';

const day = 86_400_000;

/** A test with everything that belongs to it, all rows locked. A sitting is the attempt at one of its subjects. */
export type Held = { test: EntryTestRow; exam: EntryExamRow; sittings: Sitting[] };

/** Whether the time of a sitting runs. */
export function isRunning({ attempt }: Sitting): boolean {
  return attempt.state === 'running';
}

/**
 * The test behind the token of a mailed link, and until when the link opens it. `null`: the link has expired, or was
 * never sent.
 */
export async function testOfLink(
  db: Db,
  token: string,
  now: number,
): Promise<{ test: EntryTestRow; until: Date } | null> {
  const isGood = and(eq(entryLinks.tokenHash, hashToken(token)), gt(entryLinks.expires, new Date(now)));
  const [found] = await db
    .select({ test: entryTests, until: entryLinks.expires })
    .from(entryLinks)
    .innerJoin(entryTests, eq(entryTests.id, entryLinks.testId))
    .where(isGood)
    .limit(1);
  return found ?? null;
}

/** The exam that is handed out now; `null`: there is none. */
export async function currentExam(db: Db): Promise<EntryExamRow | null> {
  const [exam] = await db
    .select()
    .from(entryExams)
    .where(eq(entryExams.isCurrent, true))
    .orderBy(desc(entryExams.imported), desc(entryExams.id))
    .limit(1);
  return exam ?? null;
}

/** The subjects of a test, in the order of the exam. */
export function subjectsOf({ exam, test }: Pick<Held, 'exam' | 'test'>): StoredSubject[] {
  return exam.subjects.filter(({ id }) => test.subjects.includes(id));
}

/** The subjects that were begun, marked. */
export function markedSubjects(held: Held): MailedSubject[] {
  return subjectsOf(held).flatMap((subject) => {
    const sitting = held.sittings.find(({ attempt }) => attempt.subject === subject.id);
    return sitting ? [{ subject, marked: markSubject(subject, answersOf(sitting.answers.cells)) }] : [];
  });
}

async function newLink(tx: Tx, deps: Deps, testId: string): Promise<string> {
  const token = newToken();
  const expires = new Date(deps.clock.now() + linkLifetime);
  await tx.insert(entryLinks).values({ tokenHash: hashToken(token), testId, expires });
  return token;
}

async function mailResult(tx: Tx, deps: Deps, held: Held, isAsked: boolean): Promise<void> {
  const subjects = markedSubjects(held);
  const token = await newLink(tx, deps, held.test.id);
  const order = resultMail(deps.config.appUrl, held.test.email, { token, subjects, isAsked });
  await queueMail(tx, deps, order);
}

/** Ends the test: its result can be seen from now on, and goes out by mail. Only the first call counts. */
export async function endTest(tx: Tx, deps: Deps, held: Held): Promise<Held> {
  if (held.test.finished) return held;
  const now = deps.clock.now();
  const ended = { finished: new Date(now), expires: new Date(now + entryDays.result * day) };
  await tx.update(entryTests).set(ended).where(eq(entryTests.id, held.test.id));
  // The attempts behind the result stay ended: no outage that is declared later opens them again.
  await tx.update(examAttempts).set({ isFinal: true }).where(eq(examAttempts.entryTestId, held.test.id));
  const after = { ...held, test: { ...held.test, ...ended } };
  await mailResult(tx, deps, after, false);
  return after;
}

/** Mails the result once more: answers that were given in time have arrived after it, and change it. */
export function mailChangedResult(tx: Tx, deps: Deps, held: Held): Promise<void> {
  return mailResult(tx, deps, held, false);
}

/** Ends what ran out of time meanwhile: subjects first, then the test when nothing of it is left. */
async function catchUp(tx: Tx, deps: Deps, held: Held): Promise<Held> {
  const due = held.sittings.flatMap(({ attempt }) => (isDue(attempt, deps.clock.now()) ? attempt : []));
  const ended = new Map((await endByTime(tx, deps, due)).map((attempt) => [attempt.id, attempt]));
  const sittings = held.sittings.map((sitting) => ({
    ...sitting,
    attempt: ended.get(sitting.attempt.id) ?? sitting.attempt,
  }));
  return endWhenOver(tx, deps, { ...held, sittings });
}

/** Ends the test when every subject is over, or when its time is up with some of them begun and none running. */
export async function endWhenOver(tx: Tx, deps: Deps, held: Held): Promise<Held> {
  const { test, sittings } = held;
  if (test.finished || sittings.length === 0 || sittings.some(isRunning)) return held;
  const isWhole = sittings.length === test.subjects.length;
  return isWhole || test.expires.getTime() <= deps.clock.now() ? endTest(tx, deps, held) : held;
}

/** Locks a test, so that its changes come one after the other, and brings it up to the present moment. */
export async function holdTest(tx: Tx, deps: Deps, id: string): Promise<Held> {
  const [test] = await tx.select().from(entryTests).where(eq(entryTests.id, id)).for('update');
  const [exam] = test ? await tx.select().from(entryExams).where(eq(entryExams.id, test.examId)) : [];
  if (!test || !exam) throw notFound();
  const sittings = await tx
    .select({ attempt: examAttempts, answers: examAnswers })
    .from(examAttempts)
    .innerJoin(examAnswers, eq(examAnswers.attemptId, examAttempts.id))
    .where(and(eq(examAttempts.entryTestId, id), ne(examAttempts.state, 'void')))
    // Everything that locks several attempts locks them in this order.
    .orderBy(examAttempts.id)
    .for('update');
  sittings.sort((one, other) => one.attempt.startedAt.getTime() - other.attempt.startedAt.getTime());
  return catchUp(tx, deps, { test, exam, sittings });
}

/** `holdTest` for its taker. If an outage gave time back to a subject, this time runs from now (exams.md 3.7). */
export async function holdForTaker(tx: Tx, deps: Deps, id: string): Promise<Held> {
  const held = await holdTest(tx, deps, id);
  const now = deps.clock.now();
  const sittings: Sitting[] = [];
  for (const sitting of held.sittings)
    sittings.push({ ...sitting, attempt: await welcomeBack(tx, sitting.attempt, now) });
  return { ...held, sittings };
}

/** The test that an address has begun or finished, if it is still kept. */
async function knownTest(tx: Tx, deps: Deps, email: string): Promise<string | null> {
  const isKept = gt(entryTests.expires, new Date(deps.clock.now()));
  const [found] = await tx
    .select({ id: entryTests.id })
    .from(entryTests)
    .where(and(eq(entryTests.email, email), isNotNull(entryTests.started), isKept))
    .orderBy(desc(entryTests.started))
    .limit(1);
  return found?.id ?? null;
}

async function newTest(tx: Tx, deps: Deps, exam: EntryExamRow, input: EntryInput): Promise<EntryTestRow> {
  const now = deps.clock.now();
  const row: EntryTestRow = {
    id: randomUUID(),
    examId: exam.id,
    email: input.email,
    grade: input.grade,
    subjects: entrySubjects.filter((id) => input.subjects.includes(id)),
    created: new Date(now),
    expires: new Date(now + linkLifetime),
    started: null,
    finished: null,
  };
  await tx.insert(entryTests).values(row);
  return row;
}

/**
 * Takes an application: mails a link to a new test, to the one that was begun, or to the result. The caller is not told
 * which (product.md 2.2.A `/entry-exam` "no probing"). 404 while there is no exam.
 */
export async function apply(tx: Tx, deps: Deps, input: EntryInput): Promise<void> {
  const exam = await currentExam(tx);
  if (!exam) throw notFound('いま受けられる実力診断テストはありません。');
  const known = await knownTest(tx, deps, input.email);
  const held = known ? await holdTest(tx, deps, known) : null;
  if (held?.test.finished) return mailResult(tx, deps, held, true);
  const test = held?.test ?? (await newTest(tx, deps, exam, input));
  const token = await newLink(tx, deps, test.id);
  const names = subjectsOf({ exam: held?.exam ?? exam, test }).map(({ name }) => name);
  const order = invitationMail(deps.config.appUrl, test.email, { token, names, isBegun: held !== null });
  await queueMail(tx, deps, order);
}

/** Tests whose time is over, in part or altogether, and that nobody has looked at since. */
async function dueTests({ db, clock }: Deps): Promise<string[]> {
  const now = new Date(clock.now()).toISOString();
  const late = new Date(clock.now() - graceMs).toISOString();
  const runs = sql`${examAttempts.state} = 'running'`;
  const rows = await db
    .select({ id: entryTests.id })
    .from(entryTests)
    .innerJoin(examAttempts, eq(examAttempts.entryTestId, entryTests.id))
    .where(and(isNull(entryTests.finished), ne(examAttempts.state, 'void')))
    .groupBy(entryTests.id)
    .having(
      or(
        sql`bool_or(${runs} and ${examAttempts.deadline} <= ${late}::timestamptz)`,
        sql`${entryTests.expires} <= ${now}::timestamptz`,
        sql`count(*) = jsonb_array_length(${entryTests.subjects}) and not bool_or(${runs})`,
      ),
    )
    .limit(100);
  return rows.map(({ id }) => id);
}

/** Ends tests whose time is over, so that the result goes out even if nobody has the page open. */
export async function endDueTests(deps: Deps): Promise<void> {
  for (const id of await dueTests(deps)) await transaction(deps.db, (tx) => holdTest(tx, deps, id));
}

/** Deletes tests that are over, with their addresses and answers; links; and versions that nobody needs any more. */
export async function sweepEntryTests({ db, clock }: Deps): Promise<void> {
  const now = new Date(clock.now());
  const isUntouched = isNull(entryTests.started);
  const isOver = or(isUntouched, isNotNull(entryTests.finished));
  await db.delete(entryTests).where(and(isOver, lt(entryTests.expires, now)));
  await db.delete(entryLinks).where(lt(entryLinks.expires, now));
  const isUsed = db.select({ one: sql`1` }).from(entryTests).where(eq(entryTests.examId, entryExams.id));
  await db.delete(entryExams).where(and(eq(entryExams.isCurrent, false), notExists(isUsed)));
}
