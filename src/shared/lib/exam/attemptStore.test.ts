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
  // A later one does, as always.
  store.note('1', { ...cell('5', 3000), isDirty: true }, stored.row);
  await store.flush();
  expect(await db.cells.get([id, '1'])).toMatchObject({ cell: { v: '5' }, isDirty: 1 });
});
