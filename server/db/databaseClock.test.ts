import { expect, it } from 'vitest';
import { baseDeadline } from '#contracts/examDeadline.ts';
import { workerDb } from '../testing/testDb.ts';
import { databaseClock } from './databaseClock.ts';

it('row 45: two processes whose clocks are seconds off give one time, the database’s', async () => {
  const { db } = await workerDb();
  const clocks = [3_000, -8_000].map((off) => databaseClock(db, () => Date.now() + off));
  const [fast, slow] = clocks as [(typeof clocks)[0], (typeof clocks)[0]];
  expect(fast.now() - slow.now()).toBeGreaterThan(10_000);
  await Promise.all([fast.correct(), slow.correct()]);
  const deadline = (now: number) =>
    baseDeadline({ started: now, minutes: 60, multiplierPct: 100, examUntil: null });
  // On this machine the database has our clock, so the middle of a look may be off by its own length.
  expect(Math.abs(deadline(fast.now()) - deadline(slow.now()))).toBeLessThan(1_000);
  expect(Math.abs(fast.now() - Date.now())).toBeLessThan(1_000);
});
