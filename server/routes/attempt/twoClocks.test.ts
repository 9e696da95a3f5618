import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { Attempt, Saved } from '#contracts/examAttempt.ts';
import { databaseClock } from '../../db/databaseClock.ts';
import { examAttempts } from '../../db/schema/exam.ts';
import { endDueAttempts, graceMs } from '../../domain/attempt/autoSubmit.ts';
import { bodyOf } from '../../testing/answers.ts';
import { createTestApp } from '../../testing/createTestApp.ts';
import { enterExam, examDevice, minutes, storeExam } from '../../testing/exam.ts';

/** How far the clock of each process is off, one ahead, one behind, ms. */
const off = 3_000;
/**
 * Longer than two processes need to read the database's clock at the same time, but shorter than their clocks are off,
 * ms.
 */
const tolerance = 2_000;

it('row 45: two processes with clocks seconds off tell one deadline and end by it, the database’s', async () => {
  const fast = await createTestApp();
  const slow = await createTestApp({ besides: fast });
  // Both clocks stand still, so that nothing depends on the speed of this machine.
  const stood = Date.now();
  const clocks = [off, -off].map((by) => databaseClock(fast.db, () => stood + by));
  const [ahead, behind] = clocks as [(typeof clocks)[0], (typeof clocks)[0]];
  await Promise.all([ahead.correct(), behind.correct()]);
  const advance = () => undefined;
  Object.assign(fast.deps, { clock: { now: ahead.now, advance } });
  Object.assign(slow.deps, { clock: { now: behind.now, advance } });

  const exam = await storeExam(fast.deps);
  const user = await fast.signIn();
  await enterExam(fast.deps, exam, user.id);
  const device = examDevice({ ...fast, clock: { now: ahead.now, advance } }, exam, user);
  const started = await bodyOf<Attempt>(device.start());
  const deadline = Date.parse(started.deadline_at);
  expect(Math.abs(deadline - minutes(60) - behind.now())).toBeLessThan(tolerance);

  const answer = await slow.call('PUT', `/api/exam/mockexam/${exam.exam.id}/attempt/${started.id}/answers/`, {
    headers: { 'X-Attempt-Token': started.token ?? '' },
    json: {
      lease: started.epoch,
      rev: 0,
      answers: { a: { v: '1', lo: ahead.now(), hi: ahead.now() } },
      client_at: { since: started.server_now, dlo: 0, dhi: 0 },
    },
  });
  const saved = await bodyOf<Saved>(answer);
  expect([saved.deadline_at, saved.dropped]).toEqual([started.deadline_at, []]);
  expect(Math.abs(Date.parse(saved.server_now) - ahead.now())).toBeLessThan(tolerance);

  // By its own clock, the first process would end it three seconds too early, and the second would not end it yet.
  const endsAt = async (ms: number) => {
    await fast.db
      .update(examAttempts)
      .set({ deadline: new Date(ms - graceMs) })
      .where(eq(examAttempts.id, started.id));
  };
  await endsAt(ahead.now() + off / 2);
  expect(await endDueAttempts(fast.deps)).toBe(0);
  await endsAt(behind.now() - off / 2);
  expect(await endDueAttempts(slow.deps)).toBe(1);
});
