import { afterEach, beforeEach, expect, it } from 'vitest';
import { type AttemptBench, openBench } from './attemptBench.ts';
import { createAttemptStore } from './attemptStore.ts';
import { id, start } from './scriptedServer.ts';

let bench: AttemptBench;

beforeEach(async () => {
  bench = await openBench();
});

afterEach(() => bench.close());

const cell = (v: string, at: number) => ({ v, lo: start + at, hi: start + at });

it('row 22: what a tab that hung still writes does not take the place of a later answer', async () => {
  const { db } = bench;
  const store = createAttemptStore(db, id, () => undefined);
  const stored = await store.load();
  if (!stored) throw new Error('not there');
  await db.cells.put({ attempt: id, slot: '1', cell: cell('9', 2000), isDirty: 0 });
  store.note('1', { ...cell('3', 1000), isDirty: true }, stored.row);
  store.note('2', { ...cell('4', 1000), isDirty: true }, stored.row);
  await store.flush();
  expect((await db.cells.get([id, '1']))?.cell.v).toBe('9');
  expect((await db.cells.get([id, '2']))?.cell.v).toBe('4');
  // A later value replaces it, as always.
  store.note('1', { ...cell('5', 3000), isDirty: true }, stored.row);
  await store.flush();
  expect(await db.cells.get([id, '1'])).toMatchObject({ cell: { v: '5' }, isDirty: 1 });
});

it('row 20: what an overtaken page still writes is not kept beside the log of the one that went on', async () => {
  const { db } = bench;
  const [old, next] = [
    createAttemptStore(db, id, () => undefined),
    createAttemptStore(db, id, () => undefined),
  ];
  const stored = await old.load();
  if (!stored) throw new Error('not there');
  const line = (h: string) => ({ n: 1, kind: 'reload' as const, lo: start, hi: start, d: null, h });
  expect(await next.keepEvent(line('theirs'), { ...stored.row, n: 1, h: 'theirs' })).toBe(true);
  expect(await old.keepEvent(line('ours'), { ...stored.row, n: 1, h: 'ours' })).toBe(false);
  await old.keepRow({ ...stored.row, place: 'old' });
  expect(await db.attempts.get(id)).toMatchObject({ n: 1, h: 'theirs', place: null });
  expect(await db.events.toArray()).toMatchObject([{ n: 1, h: 'theirs' }]);
  // A new epoch has a new log, whatever its number.
  await old.startLog({ ...stored.row, epoch: 2, n: 0, h: 'seed2' });
  await next.keepRow({ ...stored.row, n: 5, h: 'theirs' });
  expect(await db.attempts.get(id)).toMatchObject({ epoch: 2, n: 0, h: 'seed2' });
  expect(await db.events.toArray()).toEqual([]);
});
