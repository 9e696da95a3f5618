import type { Attempt } from '#contracts/examAttempt.ts';
import type { ExamKind } from '#contracts/examContent.ts';
import { HttpError } from '../errors.ts';
import { writeMakingRoom } from '../storage/saving.ts';
import { now } from '../time/clock.ts';
import { getAttempt, postLease, postStart } from './attemptCalls.ts';
import { ownCell, rowsOf } from './cells.ts';
import { thisDevice } from './device.ts';
import { createDeviceClock, pageTime, type TimeSources } from './deviceClock.ts';
import type { ExamDb } from './examDb.ts';
import { noteExamsHere } from './examsHere.ts';
import { newAttemptRow } from './newAttemptRow.ts';
import { keepKey } from './openPack.ts';
import { type AttemptRow, packId } from './rows.ts';

/**
 * A subject to take. `base`: path of its calls; the names as the learner reads them. `practice`: taken again after the
 * real exam, separately.
 */
export type SubjectPlace = {
  base: string;
  kind: ExamKind;
  exam: string;
  subject: string;
  examName: string;
  subjectName: string;
  practice?: boolean;
};

/** Result of a start. `held`: it runs on another device, which this one may replace. */
export type Started =
  | { kind: 'open'; attempt: string }
  | { kind: 'held'; attempt: string; by: string; seenAt: string | null };

/** The dependencies of a start; tests replace them. */
export type StartDeps = {
  calls: { postStart: typeof postStart; postLease: typeof postLease };
  device: typeof thisDevice;
  time: TimeSources;
};

const pageDeps: StartDeps = { calls: { postStart, postLease }, device: thisDevice, time: pageTime };

const startKeyOf = ({ exam, subject, practice = false }: SubjectPlace) =>
  `start:${practice ? 'practice:' : ''}${packId(exam, subject)}`;

/** The idempotency key of a start: one per press, until the server has answered (exams.md 3.4 S2). */
async function startKey(db: ExamDb, id: string): Promise<string> {
  const known = (await db.keys.get(id))?.value;
  if (typeof known === 'string') return known;
  const made = crypto.randomUUID();
  await writeMakingRoom(() => db.keys.put({ id, value: made }));
  return made;
}

/** Stores the server's attempt on this device. The key is stored first, because nothing opens without it. */
async function takeUp(
  db: ExamDb,
  place: SubjectPlace,
  attempt: Attempt,
  { sent, time }: { sent: number; time: TimeSources },
): Promise<void> {
  const clock = createDeviceClock(null, time);
  clock.learn(Date.parse(attempt.server_now), sent);
  const { subject: _, practice: __, ...frame } = place;
  const fresh = newAttemptRow(attempt, { ...frame, at: now() });
  noteExamsHere();
  if (attempt.key !== null) await keepKey(db, attempt.id, attempt.key);
  const write = async () => {
    const known = await db.attempts.get(attempt.id);
    const isSameEpoch = known !== undefined && known.epoch === attempt.epoch;
    const row: AttemptRow = isSameEpoch
      ? {
          ...known,
          token: attempt.token ?? known.token,
          deadline: fresh.deadline,
          extraMs: fresh.extraMs,
          givenMs: fresh.givenMs,
          switched: null,
          ...(attempt.state === 'running' && reopened(known)),
        }
      : { ...known, ...fresh, ...(known && ownOf(known)) };
    await db.attempts.put({ ...row, clock: clock.kept() });
    if (!isSameEpoch) await db.events.where('attempt').equals(attempt.id).delete();
    if (known) return;
    const cells = Object.fromEntries(
      Object.entries(attempt.cells).map(([slot, cell]) => [slot, ownCell(cell)]),
    );
    await db.cells.bulkPut(rowsOf(attempt.id, cells));
  };
  await writeMakingRoom(() => db.transaction('rw', db.attempts, db.cells, db.events, write));
}

/**
 * For an attempt that ended here but runs again at the server, because time was added after its end (exams.md 3.7): it
 * continues with its answers and its log. All answers are sent again, so what did not count before may count now. An
 * attempt that the taker handed in, and that waits for the network, stays handed in.
 */
function reopened({ state }: AttemptRow): Partial<AttemptRow> | null {
  return state === 'submitted'
    ? { state: 'running', seal: null, receipt: null, unscored: undefined, onlyHere: undefined }
    : null;
}

/** What this device keeps of its own row when it becomes the writer again after another device. */
function ownOf({ firstShown, place, tracks, seenErrata, dropped }: AttemptRow): Partial<AttemptRow> {
  return { firstShown, isFirstShownTold: true, place, tracks, seenErrata, dropped };
}

/** Whether the server refused, so that the next press needs a new key. A lost answer is not a refusal. */
function isAnswered(error: unknown): boolean {
  return error instanceof HttpError && error.status < 500 && error.status !== 408 && error.status !== 429;
}

/**
 * Starts a subject, or returns to a running one (exams.md 3.4 S2). Its time runs from the server's answer on.
 *
 * @throws what a call throws; the same press again after a lost answer finds the same attempt.
 */
export async function startAttempt(
  db: ExamDb,
  place: SubjectPlace,
  version: string | undefined,
  { calls, device: whichDevice, time }: StartDeps = pageDeps,
): Promise<Started> {
  const id = startKeyOf(place);
  const key = await startKey(db, id);
  const device = await whichDevice();
  const sent = time.mono();
  const input = { ...device, subject: place.subject, version, ...(place.practice && { practice: true }) };
  let attempt: Attempt;
  try {
    attempt = await calls.postStart(place.base, input, key);
  } catch (error) {
    if (isAnswered(error)) await db.keys.delete(id);
    throw error;
  }
  await db.keys.delete(id);
  if (attempt.held_by) {
    const { device_label, seen_at } = attempt.held_by;
    return { kind: 'held', attempt: attempt.id, by: device_label, seenAt: seen_at };
  }
  await takeUp(db, place, attempt, { sent, time });
  return { kind: 'open', attempt: attempt.id };
}

/** 「この端末に切り替える」: the attempt continues here, with all answers that the server has (exams.md 3.4 S8). */
export async function takeOverAttempt(
  db: ExamDb,
  place: SubjectPlace,
  attempt: string,
  { calls, device: whichDevice, time }: StartDeps = pageDeps,
): Promise<void> {
  const device = await whichDevice();
  const sent = time.mono();
  const answer = await calls.postLease({ base: place.base, id: attempt }, { ...device, take_over: true });
  await takeUp(db, place, answer, { sent, time });
}

/** Fetches the key of an attempt again after the storage lost it (row 57). @returns whether it is here now. */
export async function fetchKey(
  db: ExamDb,
  place: Pick<SubjectPlace, 'base'>,
  attempt: string,
): Promise<boolean> {
  const { device_id } = await thisDevice();
  const { key } = await getAttempt({ base: place.base, id: attempt }, device_id);
  if (key === null) return false;
  await keepKey(db, attempt, key);
  return true;
}
