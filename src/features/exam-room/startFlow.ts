import { isOutage } from '#shared/lib/errors.ts';
import { refusalOf } from '#shared/lib/exam/attemptCalls.ts';
import type { ExamDb } from '#shared/lib/exam/examDb.ts';
import { packOf } from '#shared/lib/exam/openPack.ts';
import { type SubjectPlace, startAttempt, takeOverAttempt } from '#shared/lib/exam/startAttempt.ts';
import { createObservable } from '#shared/lib/observable/observable.ts';
import { pause } from '#shared/lib/time/pause.ts';

/** The state after a press on 「開始する」. `confirming`: the answer was lost, and the same start is requested again. */
export type StartState =
  | { kind: 'idle' }
  | { kind: 'starting' }
  | { kind: 'confirming' }
  | { kind: 'held'; attempt: string; by: string }
  | { kind: 'refused'; code: string; at: string | null; subject: string | null }
  | { kind: 'failed'; error: unknown };

/** The pause between two attempts at a start whose answer was lost, ms. */
const againMs = 2000;

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
      const { kind } = state.get();
      return kind === 'starting' || kind === 'confirming' ? Promise.resolve() : begin();
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
