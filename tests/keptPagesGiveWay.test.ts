// A full storage loses first what the network brings again: pages that this device has kept (offline.md 3.52, 6.11).
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PackFile, PackManifest } from '../src/contracts/examAttempt.ts';
import { reviewCardSchema } from '../src/contracts/review.ts';
import { putChunk } from '../src/features/download/chunkStore.ts';
import { keepFiles } from '../src/features/review/files.ts';
import { type AttemptBench, openBench, settled } from '../src/shared/lib/exam/attemptBench.ts';
import { createAttemptStore } from '../src/shared/lib/exam/attemptStore.ts';
import { createDrawingStore } from '../src/shared/lib/exam/drawingStore.ts';
import { reviewFilesCache } from '../src/shared/lib/exam/fileCaches.ts';
import { openPackStore } from '../src/shared/lib/exam/packStore.ts';
import type { CellRow } from '../src/shared/lib/exam/rows.ts';
import { id, start } from '../src/shared/lib/exam/scriptedServer.ts';
import { saveOrTell } from '../src/shared/lib/storage/saving.ts';
import { keptPagesCache } from '../src/shared/lib/worker/keptPages.ts';
import { makeRoom } from '../sw/makeRoom.ts';

/** What each cache holds, by its name. */
let stores: Map<string, Map<string, unknown>>;
let bench: AttemptBench | null;

const full = () => new DOMException('no room', 'QuotaExceededError');
const pages = () => [...(stores.get(keptPagesCache)?.keys() ?? [])];

/** A write that finds room once the pages are gone. */
const write = vi.fn(async () => {
  if (pages().length > 0) throw full();
});

/** Like the browser's: a write finds room once the pages are gone. */
function cacheOf(name: string) {
  const store = stores.get(name) ?? new Map<string, unknown>();
  stores.set(name, store);
  return {
    keys: async () => [...store.keys()],
    match: async (key: string) => store.get(key),
    delete: async (key: string) => store.delete(key),
    put: async (key: string, response: unknown) => {
      await write();
      store.set(key, response);
    },
  };
}

/** A device with an attempt. `isKept`: what it was told of its storage. */
async function examDevice() {
  bench = await openBench();
  const { db } = bench;
  const isKept: boolean[] = [];
  const store = createAttemptStore(db, id, (isWell) => void isKept.push(isWell));
  const stored = await store.load();
  if (!stored) throw new Error('not there');
  return { db, store, row: stored.row, isKept };
}

beforeEach(() => {
  bench = null;
  write.mockClear();
  stores = new Map([[keptPagesCache, new Map(['/course/1', '/course/2'].map((path) => [path, 'page']))]]);
  vi.stubGlobal('caches', {
    has: async (name: string) => stores.has(name),
    open: async (name: string) => cacheOf(name),
    delete: async (name: string) => stores.delete(name),
  });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(async () => {
  await bench?.close();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('what a learner has done is stored in their place', async () => {
  expect(await saveOrTell('note', write)).toBe(true);
  expect(write).toHaveBeenCalledTimes(2);
  expect(pages()).toEqual([]);
});

it('each of several writes that fail at once is tried again', async () => {
  expect(await Promise.all([saveOrTell('note', write), saveOrTell('draft', write)])).toEqual([true, true]);
  expect(write).toHaveBeenCalledTimes(4);
});

it('a piece of a lesson is stored in their place', async () => {
  const cache = { put: write } as unknown as Cache;
  await putChunk(cache, { id: '1', etag: 'a' }, 0, new ArrayBuffer(1));
  expect(write).toHaveBeenCalledTimes(2);
  expect(pages()).toEqual([]);
});

it('an answer of an exam is stored in their place, and no drawing is given up', async () => {
  const { db, store, row, isKept } = await examDevice();
  await db.strokes.put({ attempt: id, question: 'q', lines: [[[0, 0, 1]]] });
  const put = db.cells.bulkPut.bind(db.cells);
  vi.spyOn(db.cells, 'bulkPut').mockImplementation(((rows: CellRow[]) =>
    pages().length > 0 ? Promise.reject(full()) : put(rows)) as never);
  store.note('1', { v: '3', lo: start, hi: start, isDirty: true }, row);
  await store.flush();
  expect(await db.cells.get([id, '1'])).toMatchObject({ cell: { v: '3' } });
  expect(await db.strokes.count()).toBe(1);
  expect(isKept).toEqual([true]);
  expect(pages()).toEqual([]);
});

it('the state of an exam and a drawing are stored in their place', async () => {
  const { db, store, row, isKept } = await examDevice();
  vi.spyOn(db.attempts, 'put').mockRejectedValueOnce(full() as never);
  expect(await store.keepRow({ ...row, place: 'q2' })).toBe(true);
  expect(await db.attempts.get(id)).toMatchObject({ place: 'q2' });
  expect(isKept).toEqual([]);
  stores.set(keptPagesCache, new Map([['/course/3', 'page']]));
  vi.spyOn(db.strokes, 'put').mockRejectedValueOnce(full() as never);
  const drawings = createDrawingStore(db, id);
  drawings.add('q', [[0, 0, 1]]);
  await settled();
  expect(await db.strokes.count()).toBe(1);
  expect(drawings.get().isKept).toBe(true);
});

it('what waited for room takes the place of nothing that was stored meanwhile', async () => {
  const { db, store, row } = await examDevice();
  vi.spyOn(db.attempts, 'put').mockRejectedValueOnce(full() as never);
  vi.spyOn(db.strokes, 'put').mockRejectedValueOnce(full() as never);
  const drawings = createDrawingStore(db, id);
  await Promise.all([store.keepRow({ ...row, place: 'old' }), store.keepRow({ ...row, place: 'new' })]);
  stores.set(keptPagesCache, new Map([['/course/3', 'page']]));
  let findPages = () => {};
  const isFound = new Promise<boolean>((resolve) => {
    findPages = () => resolve(true);
  });
  vi.spyOn(caches, 'has').mockReturnValue(isFound);
  drawings.add('q', [[0, 0, 1]]);
  drawings.add('q', [[9, 9, 1]]);
  await settled();
  findPages();
  await settled();
  expect(await db.attempts.get(id)).toMatchObject({ place: 'new' });
  expect((await db.strokes.toArray()).map(({ lines }) => lines.length)).toEqual([2]);
  expect(drawings.get().isKept).toBe(true);
});

it('the questions of an exam are stored in their place', async () => {
  const manifest = { version: '1', subject: 'math' } as PackManifest;
  const store = await openPackStore({ db: 'x_1', exam: 'mock', manifest });
  await store.put({ name: 'paper.json' } as PackFile, 0, new ArrayBuffer(1));
  expect(stores.get('xp-1')?.size).toBe(1);
  expect(pages()).toEqual([]);
});

it('a file of a review card is stored in their place, and no other card loses its own', async () => {
  vi.stubGlobal('location', { href: 'http://localhost/' });
  vi.stubGlobal('fetch', async () => new Response('sound'));
  const kept = new Response('sound', { headers: { 'Content-Length': '5' } });
  stores.set(reviewFilesCache, new Map([['/file/2/', kept]]));
  const cardOf = (card: string) =>
    reviewCardSchema.parse({
      id: card,
      question: { id: card, slots: [], groups: [] },
      files: [{ name: card, url: `http://localhost/file/${card}/` }],
    });
  await keepFiles([cardOf('1'), cardOf('2')], { renew: async (cards) => [...cards] });
  expect([...(stores.get(reviewFilesCache)?.keys() ?? [])].sort()).toEqual(['/file/1/', '/file/2/']);
  expect(pages()).toEqual([]);
});

it('a page or a file of the worker is stored in their place', async () => {
  expect(await makeRoom(full())).toBe(true);
  expect(pages()).toEqual([]);
  expect(await makeRoom(full())).toBe(false);
});

it('they stay when a write fails for another reason', async () => {
  expect(await makeRoom(new DOMException('closed', 'InvalidStateError'))).toBe(false);
  expect(
    await saveOrTell('note', async () => {
      throw new DOMException('closed', 'InvalidStateError');
    }),
  ).toBe(false);
  expect(pages()).toHaveLength(2);
});
