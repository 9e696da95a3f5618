import type { Paper } from '#contracts/examContent.ts';
import { OfflineError } from '#shared/lib/errors.ts';
import { createAttempt, type RunningAttempt } from '#shared/lib/exam/attempt.ts';
import * as calls from '#shared/lib/exam/attemptCalls.ts';
import { createAttemptStore } from '#shared/lib/exam/attemptStore.ts';
import { thisDevice } from '#shared/lib/exam/device.ts';
import { type ExamDb, holdExamDb, openExamDb } from '#shared/lib/exam/examDb.ts';
import { examOnScreen } from '#shared/lib/exam/examOnScreen.ts';
import { mendPack, openMended } from '#shared/lib/exam/mendPack.ts';
import { closePack, keyOf, openMedia, openPaper, packOf } from '#shared/lib/exam/openPack.ts';
import { namesOf } from '#shared/lib/exam/paperNames.ts';
import { BrokenPieceError } from '#shared/lib/exam/pieces.ts';
import { preparePack } from '#shared/lib/exam/preparePack.ts';
import type { AttemptRow } from '#shared/lib/exam/rows.ts';
import { fetchKey, type SubjectPlace } from '#shared/lib/exam/startAttempt.ts';
import { isAnyAttemptWritten } from '#shared/lib/exam/tabTurn.ts';
import { holdBusy } from '#shared/lib/loading/busy.ts';
import { createObservable } from '#shared/lib/observable/observable.ts';
import { connectivity } from '#shared/lib/transport/connectivity.ts';

/** An attempt that is open in this tab, with its questions. */
export type Room = { db: ExamDb; attempt: RunningAttempt; paper: Paper };

/**
 * The state of a subject on this device. `held`: still looking, but another tab that does not answer keeps the database;
 * it goes on by itself when that tab is closed or comes to itself (row 22) · `lobby`: not begun here, or over (`over`:
 * what this device knows of the ended attempt) · `opening` · `open` · `failed`: the questions cannot be opened, why, and
 * the attempt as the device has it.
 */
export type RoomState =
  | { kind: 'looking' }
  | { kind: 'held' }
  | { kind: 'lobby'; over: AttemptRow | null }
  | { kind: 'opening' }
  | { kind: 'open'; room: Room }
  | { kind: 'failed'; error: unknown; row: AttemptRow | null };

/** How long an attempt stays open between two of its pages, ms. */
const betweenPagesMs = 1500;
/**
 * A database that has not answered for this long while another tab has a subject open is kept by that tab, ms: it hangs
 * in the middle of a write, and no browser gives its transaction to anybody else before a minute has passed (row 22).
 */
const heldAfterMs = 4000;

/** What a keeper needs to know of its subject. */
type KeptPlace = Pick<SubjectPlace, 'base' | 'exam' | 'subject' | 'practice'>;

/** The last attempt of a subject on this device; practice is separate. `null`: none. */
export async function findAttempt(
  db: ExamDb,
  { exam, subject, practice = false }: Pick<SubjectPlace, 'exam' | 'subject' | 'practice'>,
): Promise<AttemptRow | null> {
  const rows = await db.attempts.where('exam').equals(exam).toArray();
  const own = rows.filter((row) => row.subject === subject && row.practice === practice);
  return own.sort((one, other) => other.startedAt - one.startedAt)[0] ?? null;
}

/**
 * Keeps one subject open while the learner moves between its pages: questions, review, receipt. Once it runs, nothing
 * depends on the session or the network. Leaving these pages closes it; it continues when the learner comes back.
 */
export function createRoomKeeper(userId: string, place: KeptPlace) {
  const state = createObservable<RoomState>({ kind: 'looking' });
  let holders = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Ends what the open attempt holds: listeners, the database, updates, the tab's turn. */
  let release: (() => void)[] = [];
  /** The look under way; `leaving` is aborted when the pages of the subject are left before it is over. */
  let looking: { leaving: AbortController; done: Promise<void> } | null = null;
  /** The attempt whose questions were deleted. */
  let ended: string | null = null;

  const letGo = () => {
    for (const end of release.reverse()) end();
    release = [];
  };

  /** `left`: aborted when nobody waits for the attempt any more; then nothing is taken. */
  const open = async (db: ExamDb, row: AttemptRow, left: AbortSignal): Promise<void> => {
    state.set({ kind: 'opening' });
    // An attempt may end, continue and end again: its questions are deleted at the second end, too.
    ended = null;
    const { exam, subject } = row;
    const of = { base: place.base, exam, subject };
    const pack =
      (await packOf(db, exam, subject)) ??
      (await preparePack(db, of, { signal: left, onProgress: () => undefined }));
    let key = await keyOf(db, row.id);
    if (!key && (await fetchKey(db, place, row.id))) key = await keyOf(db, row.id);
    if (!key) throw new OfflineError('network');
    left.throwIfAborted();
    const paperKey = key;
    const paper = await openMended(db, of, pack, (whole) => openPaper(db, whole, paperKey));
    left.throwIfAborted();
    // A picture that cannot be stored must not block the questions.
    await openMedia(db, pack, row.id, key, left).catch((error: unknown) => {
      console.warn('exam: media', error);
      // A damaged one is loaded again behind the questions; who shows it waits for that (mediaSource.ts).
      if (error instanceof BrokenPieceError)
        mendPack(db, of).catch((failure: unknown) => console.warn('exam: media not loaded again', failure));
    });
    left.throwIfAborted();
    if (!row.names)
      await db.attempts
        .update(row.id, { names: namesOf(paper) })
        .catch((error: unknown) => console.warn('exam: names not stored', error));
    const stored = await createAttemptStore(db, row.id, () => undefined).load();
    left.throwIfAborted();
    if (!stored) throw new Error('the attempt has gone');
    // Every further write of the row has them, also where the one above came to nothing.
    const names = stored.row.names ?? namesOf(paper);
    const named = { ...stored, row: { ...stored.row, names } };
    const attempt = createAttempt(named, { db, calls, device: thisDevice });
    watch(attempt);
    await attempt.start();
    left.throwIfAborted();
    state.set({ kind: 'open', room: { db, attempt, paper } });
  };

  /** Reports browser events to the attempt (exams.md 3.5, 3.8). */
  const watch = (attempt: RunningAttempt) => {
    const listen = (target: Window | Document, name: string, listener: (event: Event) => unknown) => {
      target.addEventListener(name, listener);
      release.push(() => target.removeEventListener(name, listener));
    };
    const seen = () => {
      const isShown = document.visibilityState === 'visible';
      attempt.note(isShown ? 'shown' : 'hidden');
      if (isShown) attempt.wake();
    };
    listen(document, 'visibilitychange', seen);
    listen(document, 'resume', attempt.wake);
    // A page in the back/forward cache must not keep another page from writing (row 20).
    listen(window, 'pagehide', (event) => (event as PageTransitionEvent).persisted && attempt.putAside());
    listen(window, 'pageshow', (event) =>
      (event as PageTransitionEvent).persisted ? attempt.cameBack() : attempt.wake(),
    );
    listen(window, 'focus', attempt.wake);
    listen(window, 'online', attempt.wake);
    let former = connectivity.get().state;
    release.push(
      connectivity.subscribe(() => {
        const { state: present } = connectivity.get();
        if (present === former) return;
        former = present;
        attempt.note(present === 'online' ? 'online' : 'offline');
        if (present === 'online') attempt.returned();
      }),
    );
    const follow = () => {
      const { row } = attempt.get();
      const isRunning = row.state === 'running';
      examOnScreen.set(isRunning);
      if (row.state === 'submitted') void endOf(attempt);
    };
    release.push(attempt.subscribe(follow), holdBusy('attempt'), holdExamDb());
    follow();
    release.push(
      () => examOnScreen.set(false),
      () => void attempt.stop(),
    );
  };

  /** The server has everything: the key and the decrypted files are deleted (exams.md 3.2). */
  const endOf = async (attempt: RunningAttempt) => {
    if (ended === attempt.id) return;
    ended = attempt.id;
    const db = await openExamDb(userId);
    await closePack(db, attempt.id).catch((error: unknown) => console.warn('exam: pack not closed', error));
  };

  const look = async (left: AbortSignal): Promise<void> => {
    if (left.aborted) return;
    let row: AttemptRow | null = null;
    try {
      const db = await openExamDb(userId);
      row = await findAttempt(db, place);
      left.throwIfAborted();
      if (!row || row.state === 'submitted') state.set({ kind: 'lobby', over: row });
      else await open(db, row, left);
    } catch (error) {
      // What was taken has no page that would give it back.
      letGo();
      if (left.aborted) return;
      console.warn('exam: does not open', error);
      state.set({ kind: 'failed', error, row });
    }
  };

  const close = () => {
    looking?.leaving.abort();
    letGo();
    state.set({ kind: 'looking' });
  };

  return {
    get: state.get,
    subscribe: state.subscribe,
    /** Looks for the attempt; also called after a start or a failure. */
    look(): Promise<void> {
      if (looking && !looking.leaving.signal.aborted) return looking.done;
      const leaving = new AbortController();
      const late = setTimeout(async () => {
        const isHeld = await isAnyAttemptWritten().catch(() => false);
        if (isHeld && looking?.leaving === leaving && state.get().kind === 'looking')
          state.set({ kind: 'held' });
      }, heldAfterMs);
      // One that was left may still be decrypting: the next begins after it, so that each takes and gives back alone.
      const before = looking?.done ?? Promise.resolve();
      const done = before
        .then(() => look(leaving.signal))
        .finally(() => {
          clearTimeout(late);
          if (looking?.leaving === leaving) looking = null;
        });
      looking = { leaving, done };
      return done;
    },
    /** The subject is over and is taken again: back to its lobby. */
    async again(): Promise<void> {
      close();
      await this.look();
    },
    /** Called by a page that shows the subject. @returns a function to call when the page is gone. */
    hold(): () => void {
      clearTimeout(timer);
      holders += 1;
      if (state.get().kind === 'looking') void this.look();
      return () => {
        holders -= 1;
        clearTimeout(timer);
        timer = setTimeout(() => holders === 0 && close(), betweenPagesMs);
      };
    },
  };
}

export type RoomKeeper = ReturnType<typeof createRoomKeeper>;

const keepers = new Map<string, RoomKeeper>();

/** The keeper of a subject: one per tab. */
export function roomKeeper(userId: string, place: KeptPlace): RoomKeeper {
  const name = JSON.stringify([userId, place.exam, place.subject, place.practice ?? false]);
  const known = keepers.get(name);
  if (known) return known;
  const made = createRoomKeeper(userId, place);
  keepers.set(name, made);
  return made;
}
