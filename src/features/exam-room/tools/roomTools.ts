import { createDrawingStore, type DrawingStore } from '#shared/lib/exam/drawingStore.ts';
import type { ExamDb } from '#shared/lib/exam/examDb.ts';
import { forgetNotes } from '#shared/lib/exam/forgetNotes.ts';
import { createHighlightStore, type HighlightStore } from '#shared/lib/exam/highlightStore.ts';
import { loadAgain } from '#shared/lib/loading/loadAgain.ts';
import { createObservable, type Observable } from '#shared/lib/observable/observable.ts';
import { savingFailedBehind } from '#shared/lib/storage/saving.ts';

/** A taker's own notes on the exam: only on this device (exams.md 3.2, 4). */
export type RoomTools = {
  highlights: HighlightStore;
  drawings: DrawingStore;
  /** How often everything was read or deleted: memo fields are created again when it changes. */
  forgotten: Pick<Observable<number>, 'get' | 'subscribe'>;
  /** Reads again what another tab may have written, because this tab writes from now on. */
  read(): void;
  /** 「この端末のメモを消す」. @returns whether it succeeded. */
  forget(): Promise<boolean>;
};

/** The tools of one attempt, read from the device. */
export function createRoomTools(db: ExamDb, attempt: string): RoomTools {
  const highlights = createHighlightStore(db, attempt);
  const drawings = createDrawingStore(db, attempt);
  const forgotten = createObservable(0);
  return {
    highlights,
    drawings,
    forgotten,
    read() {
      void highlights.load();
      void drawings.load();
      forgotten.set(forgotten.get() + 1);
    },
    async forget() {
      try {
        await forgetNotes(db, attempt);
      } catch (error) {
        savingFailedBehind(error);
        return false;
      }
      highlights.forget();
      drawings.forget();
      forgotten.set(forgotten.get() + 1);
      return true;
    },
  };
}

/**
 * The sheet with its library, in its own chunk of the build. It is loaded when a subject is opened, before its time
 * runs: afterwards there may be no network (exams.md 4).
 */
export const loadDrawing = loadAgain(() => import('./DrawingSheet.tsx'));
