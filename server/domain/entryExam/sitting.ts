import { and, eq, lt } from 'drizzle-orm';
import { answersOf, cellsOf, sentCellsOf } from '#contracts/entryAnswers.ts';
import type { EntryAnswersInput, EntrySubject } from '#contracts/entryExam.ts';
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
import { mergeSent } from '../attempt/merge.ts';
import { markSubject, rightOf } from './mark.ts';
import { endTest, endWhenOver, type Held, mailChangedResult, subjectsOf } from './store.ts';
import { endOfSubject, isOpen } from './time.ts';

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
  const { testId, subject, finished, isTimedOut, answers, lateSync } = sitting;
  await tx
    .update(entrySittings)
    .set({ finished, isTimedOut, answers, lateSync })
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
  const deadline = endOfSubject(started);
  const sitting: EntrySittingRow = {
    testId: held.test.id,
    subject: id,
    started,
    deadline,
    finished: null,
    isTimedOut: false,
    answers: {},
    outageMs: 0,
    lateSync: false,
  };
  await tx.insert(entrySittings).values(sitting);
  const begun = { started: held.test.started ?? started, expires: await keepOpen(tx, held, deadline) };
  await tx.update(entryTests).set(begun).where(eq(entryTests.id, held.test.id));
  return withSitting({ ...held, test: { ...held.test, ...begun } }, sitting);
}

/** A sitting with what was sent, by the merge of all exams (exams.md 3.6): what is late or unknown does not count. */
function merged(deps: Deps, held: Held, sitting: EntrySittingRow, sent: EntryAnswersInput): EntrySittingRow {
  const now = deps.clock.now();
  const { cells, isChanged } = mergeSent(
    cellsOf(sitting.answers),
    sentCellsOf(sent.answers),
    // A device that tells of one clock alone is believed.
    sent.client_at ?? { since: now, dlo: 0, dhi: 0 },
    {
      names: new Set(subjectOf(held, sitting.subject).questions.map(({ id }) => id)),
      start: sitting.started.getTime(),
      deadline: sitting.deadline.getTime(),
      received: now,
      epochEnd: null,
    },
  );
  return isChanged ? { ...sitting, answers: answersOf(cells) } : sitting;
}

/**
 * Takes in answers that were given before the clock ended the subject and come after it (exams.md 3.4 S9). When the result has gone
 * out already and they change it, it goes out once more.
 */
async function mergeLate(
  tx: Tx,
  deps: Deps,
  held: Held,
  { before, after }: { before: EntrySittingRow; after: EntrySittingRow },
): Promise<Held> {
  if (after === before) return held;
  const next = await change(tx, held, { ...after, lateSync: true });
  const subject = subjectOf(held, before.subject);
  const right = ({ answers }: EntrySittingRow) => rightOf(markSubject(subject, answers));
  if (held.test.finished && !before.lateSync && right(after) !== right(before))
    await mailChangedResult(tx, deps, next);
  return next;
}

/**
 * Keeps answers; sent again they change nothing. Of a subject that the clock has ended those count for a day that were given
 * in time. 409 `closed` after that, and once it is handed in.
 */
export async function saveAnswers(
  tx: Tx,
  deps: Deps,
  held: Held,
  id: EntrySubject,
  sent: EntryAnswersInput,
): Promise<EntrySittingRow> {
  const sitting = sittingOf(held, id);
  if (!sitting) throw notFound();
  if (!isOpen(sitting, deps.clock.now())) throw closed('この教科の時間は終わりました。');
  const next = merged(deps, held, sitting, sent);
  if (sitting.finished) await mergeLate(tx, deps, held, { before: sitting, after: next });
  else await change(tx, held, next);
  return next;
}

/** Hands a subject in with its last answers. Handed in again it stays as it was; after the end as `saveAnswers`. */
export async function submitSubject(
  tx: Tx,
  deps: Deps,
  held: Held,
  id: EntrySubject,
  sent: EntryAnswersInput,
): Promise<Held> {
  const sitting = sittingOf(held, id);
  if (!sitting) throw notFound();
  const now = deps.clock.now();
  if (!isOpen(sitting, now)) return held;
  const next = merged(deps, held, sitting, sent);
  if (sitting.finished) return mergeLate(tx, deps, held, { before: sitting, after: next });
  const isTimedOut = now >= sitting.deadline.getTime();
  const finished = isTimedOut ? sitting.deadline : new Date(now);
  return endWhenOver(tx, deps, await change(tx, held, { ...next, finished, isTimedOut }));
}

/** Ends the test without the subjects that were not begun. 409 `conflict` while one runs, or before the first. */
export async function finishTest(tx: Tx, deps: Deps, held: Held): Promise<Held> {
  if (held.test.finished) return held;
  if (held.sittings.length === 0 || held.sittings.some(({ finished }) => !finished))
    throw new ApiError(409, 'conflict', '教科を1つ以上受け終わってから、結果を見られます。');
  return endTest(tx, deps, held);
}
