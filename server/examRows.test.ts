import { beforeEach, expect, it } from 'vitest';
import type { Attempt, Saved } from '#contracts/examAttempt.ts';
import { examAttempts } from './db/schema/exam.ts';
import { bodyOf } from './testing/answers.ts';
import { createTestApp, type TestApp } from './testing/createTestApp.ts';
import { chainOf, enterExam, minutes, startedDevice, storeExam } from './testing/exam.ts';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});

it('row 51: a device that has lost its data goes on with the cells and the log the server has', async () => {
  const exam = await storeExam(app.deps);
  const user = await app.signIn();
  await enterExam(app.deps, exam, user.id);
  const { device, attempt, start } = await startedDevice(app, exam, user);
  app.clock.advance(minutes(1));
  const first = chainOf(attempt.chain_seed ?? '', ['start', 'hidden'], start);
  await device.save({ a: ['1', start + 1_000] }, { events: first });
  const again = await bodyOf<Attempt>(device.start());
  expect(again).toMatchObject({ id: attempt.id, epoch: 1, events_to: 2, chain_seed: first.at(-1)?.h });
  expect(again.cells.a?.v).toBe('1');
  const next = chainOf(again.chain_seed ?? '', ['reload', 'shown'], start + 1_000, again.events_to + 1);
  const saved = await bodyOf<Saved>(device.save({ b: ['1', start + 2_000] }, { events: next }));
  expect(saved.events_to).toBe(4);
  const [row] = await app.db.select().from(examAttempts);
  expect([row?.chainOk, row?.needsLook]).toEqual([true, false]);
});
