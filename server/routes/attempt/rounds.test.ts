import { expect, it } from 'vitest';
import type { Attempt, Checkresult, Submitted } from '#contracts/examAttempt.ts';
import { bodyOf, refusalOf } from '../../testing/answers.ts';
import { createTestApp } from '../../testing/createTestApp.ts';
import { examDevice, storeExam, testKey } from '../../testing/exam.ts';

const day = 86_400_000;

it('each round of an English test has marks of its own, whichever round was the last', async () => {
  const app = await createTestApp();
  const [group] = testKey.groups;
  const test = await storeExam(app.deps, {
    kind: 'english',
    subjects: ['test'],
    minutes: 25,
    exam: { examFrom: null, examUntil: null, reportAt: null, retakeDays: 7, totals: [] },
    key: {
      ...testKey,
      groups: [{ ...(group as (typeof testKey.groups)[number]), rule: 'self' as const, points: 10 }],
    },
  });
  const taker = await app.signIn();
  /** A round on a device of its own: its number, and the device. */
  const round = async (name: string, answer: string) => {
    Object.assign(taker, await app.signIn(taker));
    const device = examDevice(app, test, taker, name);
    const { id } = await bodyOf<Attempt>(device.start('test'));
    app.clock.advance(1_000);
    await bodyOf<Submitted>(device.submit({ a: [answer, app.clock.now()] }));
    return { id, device };
  };
  const phone = await round('device-one', 'First answer');
  app.clock.advance(8 * day);
  const tablet = await round('device-two', 'Second answer');
  const path = `/api/english/test/${test.exam.id}/checkresult/?subject=test`;
  const marks = (query: string) => app.call('GET', `${path}${query}`, { token: taker.token });
  const told = async (query: string) => {
    const { slots, pending, total } = await bodyOf<Checkresult>(marks(query));
    const { value } = slots.find(({ slot }) => slot === 'a') ?? {};
    return { value, points: pending[0]?.points, total };
  };

  expect(await told(`&attempt=${phone.id}`)).toEqual({ value: 'First answer', points: null, total: 0 });
  expect(await told(`&attempt=${tablet.id}`)).toEqual({ value: 'Second answer', points: null, total: 0 });
  // Points of the first round are its own, and change nothing in the last one.
  await bodyOf(phone.device.call('POST', 'selfscore/', { question: 'g1', points: 7 }));
  expect(await told(`&attempt=${phone.id}`)).toEqual({ value: 'First answer', points: 7, total: 7 });
  expect(await told('')).toEqual({ value: 'Second answer', points: null, total: 0 });

  const stranger = await app.signIn();
  const foreign = app.call('GET', `${path}&attempt=${phone.id}`, { token: stranger.token });
  expect(await refusalOf(foreign)).toMatch(/^404/);
});
