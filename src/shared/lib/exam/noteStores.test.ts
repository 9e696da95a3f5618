import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDrawingStore } from './drawingStore.ts';
import { mostDrawingBytes } from './drawings.ts';
import { declareExamVersions, type ExamDb, examDbName } from './examDb.ts';
import { forgetExams } from './forgetExams.ts';
import { forgetNotes } from './forgetNotes.ts';
import { createHighlightStore } from './highlightStore.ts';
import type { AttemptRow } from './rows.ts';

const id = 'a1';
let db: ExamDb;

beforeEach(async () => {
  const made = new Dexie(`x_notes_${crypto.randomUUID()}`);
  declareExamVersions(made);
  await made.open();
  db = made as ExamDb;
});
afterEach(() => {
  vi.restoreAllMocks();
  db.close();
});

const highlightsAnew = async (attempt = id) => {
  const store = createHighlightStore(db, attempt);
  await store.load();
  return store;
};
const drawingsAnew = async (attempt = id) => {
  const store = createDrawingStore(db, attempt);
  await store.load();
  return store;
};
const line = (x: number) => [
  [x, 0, 0.5],
  [x, 100, 0.5],
];

describe('the highlighter', () => {
  it('finds its marks again after a reload, of its own attempt alone', async () => {
    const store = await highlightsAnew();
    store.mark('p:a', { from: 2, to: 9 }, 2);
    store.mark('q:b', { from: 0, to: 3 }, 1);
    const again = await highlightsAnew();
    expect(again.of('p:a')).toEqual([{ part: 'p:a', from: 2, to: 9, style: 2 }]);
    expect(again.of('q:b')).toHaveLength(1);
    expect((await highlightsAnew('a2')).of('p:a')).toEqual([]);
  });

  it('leaves a memo of a question alone', async () => {
    await db.notes.put({ attempt: id, question: 'q1', text: '見直す', marks: [] });
    const store = await highlightsAnew();
    store.mark('q:q1', { from: 0, to: 3 }, 1);
    store.erase('q:q1', { from: 0, to: 3 });
    await highlightsAnew();
    expect(await db.notes.toArray()).toEqual([{ attempt: id, question: 'q1', text: '見直す', marks: [] }]);
  });

  it('works on in memory where the storage takes nothing, and says so', async () => {
    const store = await highlightsAnew();
    vi.spyOn(db.notes, 'put').mockReturnValue(Dexie.Promise.reject(new Error('closed')) as never);
    store.mark('p:a', { from: 0, to: 4 }, 3);
    expect(store.of('p:a')).toHaveLength(1);
    await vi.waitFor(() => expect(store.get().isKept).toBe(false));
  });
});

describe('計算用紙', () => {
  it('is found again after a reload, question by question', async () => {
    const store = await drawingsAnew();
    store.add('q1', line(1));
    store.add('q1', line(2));
    store.add('q2', line(3));
    const again = await drawingsAnew();
    expect(again.of('q1')).toEqual([line(1), line(2)]);
    expect(again.of('q2')).toEqual([line(3)]);
  });

  it('takes steps back, also a deletion; after a reload the last line', async () => {
    const store = await drawingsAnew();
    store.add('q1', line(1));
    store.add('q1', line(2));
    store.clear('q1');
    expect(store.of('q1')).toEqual([]);
    store.undo('q1');
    expect(store.of('q1')).toEqual([line(1), line(2)]);
    const again = await drawingsAnew();
    again.undo('q1');
    expect(again.of('q1')).toEqual([line(1)]);
    expect((await drawingsAnew()).of('q1')).toEqual([line(1)]);
  });

  it('has room for 256 KiB a subject; what is erased gives room again', async () => {
    const store = await drawingsAnew();
    const long = Array.from({ length: 6000 }, (_, at) => [at % 1000, 999, 0.55]);
    let lines = 0;
    while (store.add(`q${lines}`, long)) lines += 1;
    expect(lines).toBe(Math.floor(mostDrawingBytes / JSON.stringify([long]).length));
    expect(store.get().isFull).toBe(true);
    store.clear('q0');
    expect(store.add('q0', long)).toBe(true);
    expect(store.get().isFull).toBe(false);
  });
});

it('notes are deleted with everything of their attempt, and of no other', async () => {
  const [marks, drawings] = [await highlightsAnew(), await drawingsAnew()];
  marks.mark('p:a', { from: 0, to: 4 }, 1);
  drawings.add('q1', line(1));
  (await highlightsAnew('a2')).mark('p:a', { from: 0, to: 4 }, 1);
  (await drawingsAnew('a2')).add('q1', line(1));
  await forgetNotes(db, id);
  expect((await db.notes.toArray()).map(({ attempt }) => attempt)).toEqual(['a2']);
  expect((await db.strokes.toArray()).map(({ attempt }) => attempt)).toEqual(['a2']);
});

it('nothing that was noted outlives a logout, also where an answer still waits for the server', async () => {
  const made = new Dexie(await examDbName('7'));
  declareExamVersions(made);
  await made.open();
  const own = made as ExamDb;
  const marks = createHighlightStore(own, id);
  const drawings = createDrawingStore(own, id);
  marks.mark('p:a', { from: 0, to: 4 }, 1);
  drawings.add('q1', line(1));
  await own.notes.put({ attempt: id, question: 'q1', text: 'メモ', marks: [] });
  await own.attempts.put({ id, state: 'running', switched: null } as AttemptRow);
  await own.cells.put({ attempt: id, slot: 's', cell: { v: '1', lo: 1, hi: 1 }, isDirty: 1 });
  await forgetExams('7');
  if (!own.isOpen()) await own.open();
  expect([await own.notes.count(), await own.strokes.count(), await own.cells.count()]).toEqual([0, 0, 1]);
  own.close();
});
