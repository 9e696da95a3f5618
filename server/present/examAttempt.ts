import { eq } from 'drizzle-orm';
import type { z } from 'zod/mini';
import type {
  attemptSchema,
  checkresultSchema,
  savedSchema,
  submittedSchema,
} from '#contracts/examAttempt.ts';
import { markSlots } from '#contracts/examMarks.ts';
import { type Db, planned } from '../db/client.ts';
import { type ExamAttemptRow, examSubjects, examVersions } from '../db/schema/exam.ts';
import type { Deps } from '../deps.ts';
import { extraOf } from '../domain/attempt/deadline.ts';
import { lastEvent } from '../domain/attempt/events.ts';
import { examOf, sealedKeys, subjectFacts } from '../domain/attempt/facts.ts';
import { lateUntil } from '../domain/attempt/late.ts';
import type { Held } from '../domain/attempt/load.ts';
import { sealOf } from '../domain/attempt/receipt.ts';
import { heldBy, isOpen, type Saved } from '../domain/attempt/save.ts';
import { saveEverySec } from '../domain/attempt/saveLoad.ts';
import type { HandedIn } from '../domain/attempt/submit.ts';
import { attemptToken } from '../domain/attempt/token.ts';
import { isOpenAt, openTimes } from '../domain/exam/openTimes.ts';
import { openPackKey } from '../domain/exam/sealPack.ts';
import { currentKey } from '../domain/examResult/keys.ts';
import { answersToMark, scoreOf } from '../domain/examResult/mark.ts';
import { iso } from '../times.ts';

/** Seconds over which hand-ins are spread (exams.md 3.4, 8). */
const spreadSec = 20;

function timing(deps: Deps, attempt: ExamAttemptRow, saveEvery: number) {
  return {
    server_now: new Date(deps.clock.now()).toISOString(),
    deadline_at: attempt.deadline.toISOString(),
    extra_ms: extraOf(attempt),
    given_ms: attempt.givenMs,
    save_every: saveEvery,
    spread_sec: spreadSec,
  };
}

/** Corrections of a version for one subject. */
async function errataOf(db: Db, versionId: number, subject: string) {
  const found = db
    .select({ errata: examVersions.errata, hash: examVersions.hash })
    .from(examVersions)
    .where(eq(examVersions.id, versionId));
  const [row] = await planned(found, 'attempt_errata');
  const errata = (row?.errata ?? []).filter((one) => one.subject === subject);
  return {
    version: row?.hash ?? '',
    errata: errata.map(({ id, question, html, at }) => ({ id, question, html, at })),
  };
}

/** Scripts of the tracks, for takers who read instead of listen. */
async function scriptsOf(db: Db, { scriptInsteadOfAudio, subjectId }: ExamAttemptRow) {
  if (!scriptInsteadOfAudio) return {};
  const [row] = await db
    .select({ answers: examSubjects.answers })
    .from(examSubjects)
    .where(eq(examSubjects.id, subjectId));
  return Object.fromEntries((row?.answers.tracks ?? []).map(({ id, script }) => [id, script]));
}

/**
 * An attempt for a device of its owner. The device that writes gets the key of the questions, and after the end every
 * device does. Another device is told which one writes.
 */
export async function presentAttempt(
  db: Db,
  deps: Deps,
  held: Held,
  device: string | null,
): Promise<z.input<typeof attemptSchema>> {
  const { attempt, answers } = held;
  const facts = await subjectFacts(deps, db, attempt.subjectId);
  const now = deps.clock.now();
  const of = { id: attempt.id, userId: attempt.userId ?? 0 };
  const epoch = attempt.leaseEpoch;
  // A void attempt counts nowhere, but its owner can read it.
  const isOver = attempt.state !== 'running' && attempt.state !== 'ready';
  const isWriting = device !== null && device === attempt.leaseDevice;
  const mayWrite = isWriting && isOpen(attempt, now);
  const { version, errata } = await errataOf(db, facts.versionId, attempt.subject);
  const mayRead = isWriting || isOver;
  const last = await lastEvent(db, deps, { attemptId: attempt.id, userId: of.userId, epoch });
  return {
    id: attempt.id,
    exam: attempt.examId,
    subject: attempt.subject,
    version,
    state: attempt.state,
    practice: attempt.kind === 'practice',
    started_at: attempt.startedAt.toISOString(),
    ...timing(deps, attempt, saveEverySec.least),
    key: mayRead ? openPackKey(deps.keys, (await sealedKeys(db, attempt.subjectId)).packKey) : null,
    token: mayWrite ? attemptToken(deps.keys, of, epoch) : null,
    epoch,
    held_by: isWriting || isOver ? null : heldBy(held),
    rev: answers.rev,
    cells: mayRead ? answers.cells : {},
    audio_plays: answers.plays,
    chain_seed: mayWrite ? last.h : null,
    events_to: last.n,
    script_instead_of_audio: attempt.scriptInsteadOfAudio,
    scripts: mayRead ? await scriptsOf(db, attempt) : {},
    errata,
    receipt_no: attempt.receiptNo,
    submitted_at: iso(attempt.submittedAt),
    ended_by: attempt.endedBy,
  };
}

/** What a save answers. `saveEvery`: seconds until the device shall save again. */
export async function presentSaved(
  db: Db,
  deps: Deps,
  { held, eventsTo, dropped }: Saved,
  saveEvery: number,
): Promise<z.input<typeof savedSchema>> {
  const { attempt, answers } = held;
  const facts = await subjectFacts(deps, db, attempt.subjectId);
  return {
    ...timing(deps, attempt, saveEvery),
    rev: answers.rev,
    cells: answers.cells,
    audio_plays: answers.plays,
    saved_at: answers.savedAt.toISOString(),
    events_to: eventsTo,
    dropped,
    errata: (await errataOf(db, facts.versionId, attempt.subject)).errata,
  };
}

/** Score and 正誤 of an attempt, as far as they may be shown now. */
export async function presentCheckresult(
  db: Db,
  deps: Deps,
  attempt: ExamAttemptRow,
): Promise<z.input<typeof checkresultSchema>> {
  const exam = await examOf(db, attempt.examId);
  const now = deps.clock.now();
  const { marks: marksAt, keys: keysAt } = await openTimes(db, exam, now);
  const awaited = lateUntil(attempt, now);
  const base = {
    marks_at: iso(marksAt),
    keys_at: iso(keysAt),
    late_until: iso(awaited),
    total: null,
    full: null,
    pending: [],
    slots: [],
    answers_key: null,
  };
  const hasEnded = attempt.state === 'submitted' || attempt.state === 'timed_out';
  if (!hasEnded || awaited) return { ...base, status: 'marking' };
  if (!isOpenAt(marksAt, now)) return { ...base, status: 'closed' };
  const { key, revision } = await currentKey(db, attempt.subjectId);
  const score = await scoreOf(db, attempt.id, revision);
  if (!score) return { ...base, status: 'marking' };
  const { values, self } = await answersToMark(db, attempt.id);
  const hasKeys = isOpenAt(keysAt, now);
  const sealed = hasKeys ? await sealedKeys(db, attempt.subjectId) : null;
  return {
    ...base,
    status: 'marked',
    total: score.total,
    full: score.full,
    pending: key.groups.flatMap(({ id, question, rule, points }) =>
      rule === 'self' ? [{ group: id, question, full: points, points: self[id] ?? null }] : [],
    ),
    slots: markSlots(key, values, self).map((mark) => (hasKeys ? mark : { ...mark, key: null, notes: [] })),
    answers_key: sealed && openPackKey(deps.keys, sealed.answersKey),
  };
}

/** The receipt of an attempt that has ended. */
export async function presentSubmitted(
  db: Db,
  deps: Deps,
  { attempt, answers, kept }: HandedIn,
): Promise<z.input<typeof submittedSchema>> {
  const submittedAt = attempt.submittedAt ?? attempt.deadline;
  const { rev, digest } = answers;
  return {
    receipt_no: attempt.receiptNo ?? '',
    seal: sealOf(deps.keys, { attempt: attempt.id, rev, digest, submittedAt, n: attempt.sealNo }),
    submitted_at: submittedAt.toISOString(),
    late_sync: attempt.lateSync,
    ended_by: attempt.endedBy ?? 'user',
    kept,
    checkresult: await presentCheckresult(db, deps, attempt),
  };
}
