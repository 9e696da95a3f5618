import { HttpError, isOutage } from '#shared/lib/errors.ts';
import { refusalOf } from '#shared/lib/exam/attemptCalls.ts';
import type { ExamDb } from '#shared/lib/exam/examDb.ts';
import { packOf } from '#shared/lib/exam/openPack.ts';
import { type SubjectPlace, startAttempt, takeOverAttempt } from '#shared/lib/exam/startAttempt.ts';
import { createObservable } from '#shared/lib/observable/observable.ts';
import { pause } from '#shared/lib/time/pause.ts';

/**
 * The state after a press on 「開始する」. `confirming`: the answer was lost, and the same start is requested again.
 * `crowded`: too many start at this moment, and it is requested again when the server says.
 */
export type StartState =
  | { kind: 'idle' }
  | { kind: 'starting' }
  | { kind: 'confirming' }
  | { kind: 'crowded' }
  | { kind: 'held'; attempt: string; by: string }
  | { kind: 'refused'; code: string; at: string | null; subject: string | null }
  | { kind: 'failed'; error: unknown };

/** The pause between two attempts at a start whose answer was lost, ms. */
const againMs = 2000;
/** Those who shall come again after the same time are spread over this one, ms. */
const spreadMs = 1000;

/** Whether the server has too many callers at this moment (429 `busy`). */
function isCrowded(error: unknown): error is HttpError {
  return error instanceof HttpError && error.status === 429 && error.code === 'busy';
}

/** Whether a press is still being answered. */
export function isStarting({ kind }: StartState): boolean {
  return kind === 'starting' || kind === 'confirming' || kind === 'crowded';
}

/** Starts a subject from the lobby (exams.md 3.4 S2). `onOpen`: the attempt is on this device, and its time runs. */
export function createStartFlow(db: ExamDb, place: SubjectPlace, onOpen: () => void) {
  const state = createObservable<StartState>({ kind: 'idle' });
  let isStopped = false;

  const judge = (error: unknown): StartState => {
    const refusal = refusalOf(error);
    if (!refusal || refusal.status >= 500) return { kind: 'failed', error };
    const code = refusal.status === 402 ? 'payment_required' : refusal.code;
    return { kind: 'refused', code, at: refusal.from ?? refusal.next_at, subject: refusal.subject };
  };

  const begin = async (): Promise<void> => {
    // Before anything is waited for: the second press of a double tap comes in the same moment (row 3).
    state.set({ kind: 'starting' });
    while (!isStopped) {
      try {
        const version = (await packOf(db, place.exam, place.subject))?.manifest.version;
        const started = await startAttempt(db, place, version);
        if (started.kind === 'held')
          return state.set({ kind: 'held', attempt: started.attempt, by: started.by });
        return onOpen();
      } catch (error) {
        if (isCrowded(error)) {
          state.set({ kind: 'crowded' });
          await pause(
            error.retryAfter === null ? againMs : error.retryAfter * 1000 + Math.random() * spreadMs,
          );
          continue;
        }
        if (!isOutage(error)) return state.set(judge(error));
        // The server may have received the request: the same idempotency key finds the same attempt.
        state.set({ kind: 'confirming' });
        await pause(againMs);
      }
    }
  };

  return {
    get: state.get,
    subscribe: state.subscribe,
    begin: (): Promise<void> => {
      return isStarting(state.get()) ? Promise.resolve() : begin();
    },
    /** 「この端末に切り替える」. */
    async takeOver(attempt: string): Promise<void> {
      state.set({ kind: 'starting' });
      try {
        await takeOverAttempt(db, place, attempt);
        onOpen();
      } catch (error) {
        state.set(judge(error));
      }
    },
    reset: (): void => state.set({ kind: 'idle' }),
    stop(): void {
      isStopped = true;
    },
  };
}
