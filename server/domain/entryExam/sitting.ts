import { and, eq, lt } from 'drizzle-orm';
import { type Answers, mergeAnswers } from '#contracts/answerRule.ts';
import { type EntrySubject, entryMinutes } from '#contracts/entryExam.ts';
import type { Tx } from '../../db/client.ts';
import {
  type EntrySittingRow,
  entryLinks,
  entrySittings,
  entryTests,
  type StoredSubject,
} from '../../db/schema/entryExam.ts';
import type { Deps } from '../../deps.ts';
import { ApiError, notFound } from '../../errors.ts';
import { endTest, endWhenOver, type Held, subjectsOf } from './store.ts';

const day = 86_400_000;
const closed = (detail: string) => new ApiError(409, 'closed', detail);

function subjectOf(held: Held, id: EntrySubject): StoredSubject {
  const subject = subjectsOf(held).find((one) => one.id === id);
  if (!subject) throw notFound();
  return subject;
}

function sittingOf({ sittings }: Held, subject: EntrySubject): EntrySittingRow | null {
  return sittings.find((sitting) => sitting.subject === subject) ?? null;
}

function withSitting(held: Held, sitting: EntrySittingRow): Held {
  const others = held.sittings.filter(({ subject }) => subject !== sitting.subject);
  return { ...held, sittings: [...others, sitting] };
}

async function change(tx: Tx, held: Held, sitting: EntrySittingRow): Promise<Held> {
  const { testId, subject, finished, isTimedOut, answers } = sitting;
  await tx
    .update(entrySittings)
    .set({ finished, isTimedOut, answers })
    .where(and(eq(entrySittings.testId, testId), eq(entrySittings.subject, subject)));
  return withSitting(held, sitting);
}

/** Who has begun shall be able to end: test and links stay good for a day beyond the time. */
async function keepOpen(tx: Tx, { test }: Held, deadline: Date): Promise<Date> {
  const least = new Date(deadline.getTime() + day);
  const isShort = and(eq(entryLinks.testId, test.id), lt(entryLinks.expires, least));
  await tx.update(entryLinks).set({ expires: least }).where(isShort);
  return test.expires < least ? least : test.expires;
}

/**
 * Begins a subject: from here on its time runs by the server's clock alone, whatever becomes of the page
 * (product.md 3.9.8). One that was begun goes on. 409 `conflict` while another one runs, `closed` after the end of the
 * test.
 */
export async function startSubject(tx: Tx, deps: Deps, held: Held, id: EntrySubject): Promise<Held> {
  subjectOf(held, id);
  if (sittingOf(held, id)) return held;
  if (held.test.finished) throw closed('このテストは終わっています。');
  const running = held.sittings.find(({ finished }) => !finished);
  if (running) {
    const { name } = subjectOf(held, running.subject);
    throw new ApiError(409, 'conflict', `${name}の時間が進んでいます。先に${name}を終えてください。`);
  }
  const started = new Date(deps.clock.now());
  const deadline = new Date(started.getTime() + entryMinutes * 60_000);
  const sitting: EntrySittingRow = {
    testId: held.test.id,
    subject: id,
    started,
    deadline,
    finished: null,
    isTimedOut: false,
    answers: {},
  };
  await tx.insert(entrySittings).values(sitting);
  const begun = { started: held.test.started ?? started, expires: await keepOpen(tx, held, deadline) };
  await tx.update(entryTests).set(begun).where(eq(entryTests.id, held.test.id));
  return withSitting({ ...held, test: { ...held.test, ...begun } }, sitting);
}

/** What counts of what was sent: answers to questions of this subject, given before its end; no clock runs ahead. */
function acceptable(
  subject: StoredSubject,
  { deadline }: EntrySittingRow,
  sent: Answers,
  now: number,
): Answers {
  const known = new Set(subject.questions.map(({ id }) => id));
  return Object.fromEntries(
    Object.entries(sent).flatMap(([id, { value, at }]) => {
      const then = Math.min(at, now);
      return known.has(id) && then <= deadline.getTime() ? [[id, { value: value.trim(), at: then }]] : [];
    }),
  );
}

function merged(deps: Deps, held: Held, sitting: EntrySittingRow, sent: Answers): EntrySittingRow {
  const fit = acceptable(subjectOf(held, sitting.subject), sitting, sent, deps.clock.now());
  return { ...sitting, answers: mergeAnswers(sitting.answers, fit) };
}

/** Keeps answers; sent again they change nothing. 409 `closed` after the end of the subject. */
export async function saveAnswers(
  tx: Tx,
  deps: Deps,
  held: Held,
  id: EntrySubject,
  sent: Answers,
): Promise<EntrySittingRow> {
  const sitting = sittingOf(held, id);
  if (!sitting) throw notFound();
  if (sitting.finished) throw closed('この教科の時間は終わりました。');
  const next = merged(deps, held, sitting, sent);
  await change(tx, held, next);
  return next;
}

/** Hands a subject in with its last answers. Handed in again, or after the end, it stays as it was. */
export async function submitSubject(
  tx: Tx,
  deps: Deps,
  held: Held,
  id: EntrySubject,
  sent: Answers,
): Promise<Held> {
  const sitting = sittingOf(held, id);
  if (!sitting) throw notFound();
  if (sitting.finished) return held;
  const now = deps.clock.now();
  const isTimedOut = now >= sitting.deadline.getTime();
  const finished = isTimedOut ? sitting.deadline : new Date(now);
  const done = { ...merged(deps, held, sitting, sent), finished, isTimedOut };
  return endWhenOver(tx, deps, await change(tx, held, done));
}

/** Ends the test without the subjects that were not begun. 409 `conflict` while one runs, or before the first. */
export async function finishTest(tx: Tx, deps: Deps, held: Held): Promise<Held> {
  if (held.test.finished) return held;
  if (held.sittings.length === 0 || held.sittings.some(({ finished }) => !finished))
    throw new ApiError(409, 'conflict', '教科を1つ以上受け終わってから、結果を見られます。');
  return endTest(tx, deps, held);
}
