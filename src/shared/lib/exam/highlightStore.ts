import { createObservable } from '../observable/observable.ts';
import { savingFailedBehind, writeMakingRoom } from '../storage/saving.ts';
import type { ExamDb } from './examDb.ts';
import { type HighlightStyle, type Span, withMark, withoutSpan } from './highlights.ts';
import type { Highlight } from './rows.ts';

/** In the table of notes, highlights are stored beside the memos, which are named by question. */
const prefix = 'mark:';

/** Highlights by text of the paper. `isKept`: the device has stored the last change. */
export type Highlights = { isReady: boolean; isKept: boolean; parts: Record<string, readonly Highlight[]> };

const none: readonly Highlight[] = [];

/**
 * The highlighter of one attempt (exams.md 4): on this device only, never sent. If the storage refuses a change, it
 * stays in memory; the exam does not depend on it.
 */
export function createHighlightStore(db: ExamDb, attempt: string) {
  const store = createObservable<Highlights>({ isReady: false, isKept: true, parts: {} });
  const set = (change: Partial<Highlights>) => store.set({ ...store.get(), ...change });

  const keep = (part: string, marks: Highlight[]) => {
    set({ parts: { ...store.get().parts, [part]: marks } });
    const question = prefix + part;
    const write = (): PromiseLike<unknown> =>
      marks.length > 0
        ? db.notes.put({ attempt, question, text: '', marks })
        : db.notes.delete([attempt, question]);
    writeMakingRoom(write, () => of(part) === marks).then(
      () => set({ isKept: true }),
      (error: unknown) => {
        savingFailedBehind(error);
        // A newer change says for itself whether it is stored.
        if (of(part) === marks) set({ isKept: false });
      },
    );
  };

  const of = (part: string) => store.get().parts[part] ?? none;

  return {
    get: store.get,
    subscribe: store.subscribe,
    of,
    /** Reads the stored highlights, again if another tab may have written. Those made before the first read win. */
    async load(): Promise<void> {
      try {
        const rows = await db.notes.where('attempt').equals(attempt).toArray();
        const found = rows.filter(({ question }) => question.startsWith(prefix));
        const parts = Object.fromEntries(
          found.map(({ question, marks }) => [question.slice(prefix.length), marks]),
        );
        const own = store.get().isReady ? {} : store.get().parts;
        set({ isReady: true, parts: { ...parts, ...own } });
      } catch (error) {
        console.warn('exam: marks not read', error);
        set({ isReady: true, isKept: false });
      }
    },
    mark: (part: string, { from, to }: Span, style: HighlightStyle): void =>
      keep(part, withMark(of(part), { part, from, to, style })),
    erase: (part: string, span: Span): void => keep(part, withoutSpan(of(part), span)),
    /** Clears the memory after the highlights were deleted on the device. */
    forget: (): void => set({ parts: {} }),
  };
}

export type HighlightStore = ReturnType<typeof createHighlightStore>;
