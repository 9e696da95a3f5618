import { expect, it } from 'vitest';
import type { Saved, Submitted } from '#contracts/examAttempt.ts';
import { examAttempts } from '../../db/schema/exam.ts';
import { examEvents } from '../../db/schema/examLog.ts';
import { examScores } from '../../db/schema/examResult.ts';
import { bodyOf } from '../../testing/answers.ts';
import { createTestApp } from '../../testing/createTestApp.ts';
import { chainOf, enterExam, minutes, startedDevice, storeExam, type Typed } from '../../testing/exam.ts';

it('row 17: what a killed browser has left is replayed: it counts from when it was typed, and once', async () => {
  const app = await createTestApp();
  const exam = await storeExam(app.deps);
  const user = await app.signIn();
  await enterExam(app.deps, exam, user.id);
  const { device, attempt, start } = await startedDevice(app, exam, user);
  const log = (kinds: Parameters<typeof chainOf>[1]) => ({
    events: chainOf(attempt.chain_seed ?? '', kinds, start),
  });
  app.clock.advance(minutes(1));
  await device.save({ a: ['1', start + 5_000], b: ['3', start + 6_000] }, log(['start']));
  // Typed and stored on the disk; then the browser is killed before it was sent. When it is opened again, it sends
  // everything that it finds, more than once.
  const left: Typed = {
    a: ['1', start + 5_000],
    b: ['1', start + 61_000],
    c: ['2', start + 61_500],
    d: ['2', start + 62_000],
  };
  app.clock.advance(minutes(20));
  const found = log(['start', 'hidden', 'reload']);
  await device.save(left, found);
  app.clock.advance(5_000);
  const again = await bodyOf<Saved>(device.save(left, found));
  const moments = Object.fromEntries(Object.entries(again.cells).map(([slot, { v, at }]) => [slot, [v, at]]));
  expect(moments).toEqual(left);
  expect([again.rev, again.events_to, again.dropped]).toEqual([2, 3, []]);
  const kept = (await app.db.select().from(examEvents)).flatMap(({ events }) => events);
  expect(kept.map(({ n }) => n)).toEqual([1, 2, 3]);
  await bodyOf<Submitted>(device.submit(left));
  const [row] = await app.db.select().from(examAttempts);
  expect(row).toMatchObject({ state: 'submitted', chainOk: true, needsLook: false });
  expect((await app.db.select().from(examScores)).map(({ total }) => total)).toEqual([100]);
});
