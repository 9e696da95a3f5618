import { createObservable } from '../observable/observable.ts';
import { isNoRoom, writeMakingRoom } from '../storage/saving.ts';
import { bytesOf, type Line, mostDrawingBytes, withoutLinesAt } from './drawings.ts';
import type { ExamDb } from './examDb.ts';

/** Maximum number of undo steps. */
const mostSteps = 100;

/**
 * The sheets of one attempt by question. `isFull`: the last line exceeded the limit of the subject. `isKept`: the
 * device has stored the last change.
 */
export type Drawings = {
  isReady: boolean;
  isFull: boolean;
  isKept: boolean;
  sheets: Record<string, readonly Line[]>;
};

const none: readonly Line[] = [];

/**
 * 計算用紙 of one attempt (exams.md 4): on this device only, never sent, at most 256 KiB per subject. If the device is
 * full even without kept public pages, drawings stay in memory, because answers have priority (row 49).
 */
export function createDrawingStore(db: ExamDb, attempt: string) {
  const store = createObservable<Drawings>({ isReady: false, isFull: false, isKept: true, sheets: {} });
  const set = (change: Partial<Drawings>) => store.set({ ...store.get(), ...change });
  const steps = new Map<string, (readonly Line[])[]>();

  const of = (question: string) => store.get().sheets[question] ?? none;

  const keep = (question: string, lines: readonly Line[]) => {
    set({ isFull: false, sheets: { ...store.get().sheets, [question]: lines } });
    const write = (): PromiseLike<unknown> =>
      lines.length > 0
        ? db.strokes.put({ attempt, question, lines: [...lines] })
        : db.strokes.delete([attempt, question]);
    writeMakingRoom(write, () => of(question) === lines).then(
      () => set({ isKept: true }),
      (error: unknown) => {
        console.warn(isNoRoom(error) ? 'exam: no room for drawings' : 'exam: drawing not stored', error);
        // A newer change says for itself whether it is stored.
        if (of(question) === lines) set({ isKept: false });
      },
    );
  };

  /** Like `keep`, with an undo step. */
  const change = (question: string, lines: readonly Line[]) => {
    const former = [...(steps.get(question) ?? []), of(question)];
    steps.set(question, former.slice(-mostSteps));
    keep(question, lines);
  };

  const used = () => Object.values(store.get().sheets).reduce((sum, lines) => sum + bytesOf(lines), 0);

  return {
    get: store.get,
    subscribe: store.subscribe,
    of,
    /** Reads the stored drawings, again if another tab may have written. Drawings made before the first read win. */
    async load(): Promise<void> {
      try {
        const rows = await db.strokes.where('attempt').equals(attempt).toArray();
        const sheets = Object.fromEntries(rows.map(({ question, lines }) => [question, lines]));
        const own = store.get().isReady ? {} : store.get().sheets;
        steps.clear();
        set({ isReady: true, sheets: { ...sheets, ...own } });
      } catch (error) {
        console.warn('exam: drawings not read', error);
        set({ isReady: true, isKept: false });
      }
    },
    /** Adds a line. @returns whether there was room for it. */
    add(question: string, line: Line): boolean {
      if (used() + bytesOf([line]) > mostDrawingBytes) {
        set({ isFull: true });
        return false;
      }
      change(question, [...of(question), line]);
      return true;
    },
    /** Deletes the lines that an eraser touches. */
    erase(question: string, point: number[], reach: number): void {
      const left = withoutLinesAt(of(question), point, reach);
      if (left.length < of(question).length) change(question, left);
    },
    clear(question: string): void {
      if (of(question).length > 0) change(question, []);
    },
    /** Whether there is a step to undo. */
    canUndo: (question: string): boolean => (steps.get(question)?.length ?? 0) > 0 || of(question).length > 0,
    /** Undoes the last step, also a deletion; after a reload it removes the last line. */
    undo(question: string): void {
      const former = steps.get(question)?.pop();
      keep(question, former ?? of(question).slice(0, -1));
    },
    /** Clears the memory after the drawings were deleted on the device. */
    forget(): void {
      steps.clear();
      set({ isFull: false, sheets: {} });
    },
  };
}

export type DrawingStore = ReturnType<typeof createDrawingStore>;
