import { and, eq, lt } from 'drizzle-orm';
import { answersOf, sentCellsOf } from '#contracts/entryAnswers.ts';
import type { EntryAnswersInput, EntrySubject } from '#contracts/entryExam.ts';
import type { AnswersInput } from '#contracts/examAttempt.ts';
import type { Tx } from '../../db/client.ts';
import { entryLinks, entryTests, type StoredSubject } from '../../db/schema/entryExam.ts';
import { examSubjects, examVersions } from '../../db/schema/exam.ts';
import type { Deps } from '../../deps.ts';
import { ApiError, notFound } from '../../errors.ts';
import { beginAttempt } from '../attempt/begin.ts';
import type { Held as Sitting, Written } from '../attempt/load.ts';
import type { Outcome } from '../attempt/outcome.ts';
import { saveAnswers } from '../attempt/save.ts';
import { submitAttempt } from '../attempt/submit.ts';
import { markSubject, rightOf } from './mark.ts';
import { endTest, endWhenOver, type Held, isRunning, mailChangedResult, subjectsOf } from './store.ts';

const day = 86_400_000;
/** The latest moment there is, epoch milliseconds. */
const lastMoment = 8.64e15;
const closed = (detail: string) => new ApiError(409, 'closed', detail);

function subjectOf(held: Held, id: string): StoredSubject {
  const subject = subjectsOf(held).find((one) => one.id === id);
  if (!subject) throw notFound();
  return subject;
}

/** The sitting of a subject. 404: it was not begun. */
function sittingOf({ sittings }: Held, subject: EntrySubject): Sitting {
  const sitting = sittings.find(({ attempt }) => attempt.subject === subject);
  if (!sitting) throw notFound();
  return sitting;
}

function withSitting(held: Held, sitting: Sitting): Held {
  const others = held.sittings.filter(({ attempt }) => attempt.subject !== sitting.attempt.subject);
  return { ...held, sittings: [...others, sitting] };
}

/** People who have begun must be able to end: test and links stay valid for a day beyond the time. */
async function keepOpen(tx: Tx, { test }: Held, deadline: Date): Promise<Date> {
  const least = new Date(deadline.getTime() + day);
  const isShort = and(eq(entryLinks.testId, test.id), lt(entryLinks.expires, least));
  await tx.update(entryLinks).set({ expires: least }).where(isShort);
  return test.expires < least ? least : test.expires;
}

/** A subject of the test's version as attempts refer to it. */
async function subjectToBegin(tx: Tx, { exam }: Held, key: EntrySubject) {
  const [row] = await tx
    .select({
      id: examSubjects.id,
      key: examSubjects.key,
      examId: examSubjects.examId,
      versionId: examSubjects.versionId,
      minutes: examSubjects.minutes,
      firstStart: examVersions.firstStart,
    })
    .from(examSubjects)
    .innerJoin(examVersions, eq(examVersions.id, examSubjects.versionId))
    .where(and(eq(examVersions.entryExamId, exam.id), eq(examSubjects.key, key)));
  if (!row) throw new Error(`no subject ${key} of entry exam ${exam.id}`);
  return row;
}

/**
 * Begins a subject: from here on its time runs by the server's clock alone, whatever happens to the page
 * (product.md 3.9.8). A subject that was begun continues. 409 `conflict` while another one runs, `closed` after the end of the
 * test.
 */
export async function startSubject(tx: Tx, deps: Deps, held: Held, id: EntrySubject): Promise<Held> {
  subjectOf(held, id);
  if (held.sittings.some(({ attempt }) => attempt.subject === id)) return held;
  if (held.test.finished) throw closed('このテストは終わっています。');
  const running = held.sittings.find(isRunning);
  if (running) {
    const { name } = subjectOf(held, running.attempt.subject);
    throw new ApiError(409, 'conflict', `${name}の時間が進んでいます。先に${name}を終えてください。`);
  }
  const sitting = await beginAttempt(tx, {
    owner: { entryTestId: held.test.id },
    subject: await subjectToBegin(tx, held, id),
    kind: 'real',
    round: 1,
    startKey: null,
    needsLook: false,
    // No device has the lease: everybody with the link may write, even on two devices at once.
    device: { id: '', label: '' },
    allowance: null,
    examUntil: null,
    now: deps.clock.now(),
  });
  const { startedAt, deadline } = sitting.attempt;
  const begun = { started: held.test.started ?? startedAt, expires: await keepOpen(tx, held, deadline) };
  await tx.update(entryTests).set(begun).where(eq(entryTests.id, held.test.id));
  return withSitting({ ...held, test: { ...held.test, ...begun } }, sitting);
}

/** A sitting for somebody with the link. The endpoint counts its calls, for the whole test. */
function written(sitting: Sitting): Written {
  return { ...sitting, epoch: sitting.attempt.leaseEpoch, most: Number.POSITIVE_INFINITY };
}

/** What was sent, in the form that attempts take. A device that sends only one clock is believed. */
function inputOf(deps: Deps, { attempt, answers }: Sitting, sent: EntryAnswersInput): AnswersInput {
  const { since, dlo, dhi } = sent.client_at ?? { since: deps.clock.now(), dlo: 0, dhi: 0 };
  return {
    lease: attempt.leaseEpoch,
    rev: answers.rev,
    answers: sentCellsOf(sent.answers),
    client_at: { since: new Date(Math.min(since, lastMoment)).toISOString(), dlo, dhi },
  };
}

/**
 * When answers arrive after the result was mailed and change it, the result is mailed once more, but only the first
 * time.
 */
async function mailWhenChanged(tx: Tx, deps: Deps, held: Held, before: Sitting, after: Sitting) {
  if (!held.test.finished || before.attempt.lateSync || !after.attempt.lateSync) return;
  const subject = subjectOf(held, before.attempt.subject);
  const right = ({ answers }: Sitting) => rightOf(markSubject(subject, answersOf(answers.cells)));
  if (right(after) !== right(before)) await mailChangedResult(tx, deps, withSitting(held, after));
}

/**
 * Stores answers; a repetition changes nothing. After the clock has ended a subject, answers that were given in time
 * still count for a day. `refused`: 409 `closed` after that day, and once the subject is handed in; later answers are
 * kept apart.
 */
export async function saveSubject(
  tx: Tx,
  deps: Deps,
  held: Held,
  id: EntrySubject,
  sent: EntryAnswersInput,
): Promise<Outcome<Sitting>> {
  const before = sittingOf(held, id);
  const saved = await saveAnswers(tx, deps, written(before), inputOf(deps, before, sent));
  if ('refused' in saved) return { refused: closed('この教科の時間は終わりました。') };
  const after = saved.value.held;
  await mailWhenChanged(tx, deps, held, before, after);
  return { value: after };
}

/**
 * Hands a subject in with its last answers. Handed in again, it stays as it was. After the end it works like
 * `saveSubject`.
 */
export async function submitSubject(
  tx: Tx,
  deps: Deps,
  held: Held,
  id: EntrySubject,
  sent: EntryAnswersInput,
): Promise<Held> {
  const before = sittingOf(held, id);
  const isOver = deps.clock.now() >= before.attempt.deadline.getTime();
  const ended = await submitAttempt(tx, deps, written(before), {
    ...inputOf(deps, before, sent),
    // Two devices may write: what the server has merged from both is handed in.
    digest: '',
    as_merged: true,
    sealed_by: isOver ? 'time' : 'user',
  });
  if ('refused' in ended) return held;
  await mailWhenChanged(tx, deps, held, before, ended.value);
  return endWhenOver(tx, deps, withSitting(held, ended.value));
}

/**
 * Ends the test without the subjects that were not begun. 409 `conflict` while a subject runs, or before the first one.
 */
export async function finishTest(tx: Tx, deps: Deps, held: Held): Promise<Held> {
  if (held.test.finished) return held;
  if (held.sittings.length === 0 || held.sittings.some(isRunning))
    throw new ApiError(409, 'conflict', '教科を1つ以上受け終わってから、結果を見られます。');
  return endTest(tx, deps, held);
}
