import { beforeEach, describe, expect, it } from 'vitest';
import type { Attempt, Saved, Submitted } from '#contracts/examAttempt.ts';
import { examAttempts } from '../../db/schema/exam.ts';
import { examOutages } from '../../db/schema/examLog.ts';
import { endMaintenance, startMaintenance } from '../../maintenance/store.ts';
import { bodyOf } from '../../testing/answers.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import {
  chainOf,
  type ExamDevice,
  enterExam,
  examDevice,
  minutes,
  startedDevice,
  storeExam,
  type TestExam,
} from '../../testing/exam.ts';
import type { SignedIn } from '../../testing/users.ts';
import { endDueAttempts, graceMs } from './autoSubmit.ts';
import { beat, declareOutage, giveTime, settleOutages } from './outages.ts';

let app: TestApp;
let exam: TestExam;
let user: SignedIn;
let device: ExamDevice;
let start: number;

const row = async () => (await app.db.select().from(examAttempts))[0];
/** Minutes from the start to the deadline. */
const length = async () => (((await row())?.deadline.getTime() ?? 0) - start) / minutes(1);
const to = (time: number) => app.clock.advance(time - app.clock.now());
const past = (time: number) => new Date(start + time);

beforeEach(async () => {
  app = await createTestApp();
  exam = await storeExam(app.deps);
  user = await app.signIn();
  await enterExam(app.deps, exam, user.id);
  ({ device, start } = await startedDevice(app, exam, user));
});

/** Sends a beat every five seconds, as long as a server lives. */
async function live(until: number, deps = app.deps): Promise<void> {
  await beat(deps, 'one');
  to(until);
  await beat(deps, 'one');
}

describe('a silence of all processes', () => {
  it('E5: of seven and a half minutes is given back', async () => {
    to(start + 20 * 60_000 + 10_000);
    await beat(app.deps, 'one');
    to(start + 27 * 60_000 + 40_000);
    await beat(app.deps, 'two');
    expect(await length()).toBe(67.5);
  });

  it('below half a minute is none, and none is found where another process lived on', async () => {
    await live(start + 29_000);
    expect(await length()).toBe(60);
    for (let time = 40_000; time <= 120_000; time += 10_000) {
      to(start + time);
      await beat(app.deps, 'two');
    }
    await beat(app.deps, 'one');
    expect(await length()).toBe(60);
  });

  it('row 63: of 45 seconds adds 45 seconds, and the next save tells it', async () => {
    await live(start + 45_000);
    const saved = await bodyOf<Saved>(device.save({}));
    expect([await length(), saved.extra_ms]).toEqual([60.75, 45_000]);
  });

  it('row 74: is told apart from time that an operator gave', async () => {
    await live(start + 45_000);
    await giveTime(app.deps, [device.attempt.id], minutes(10));
    const parts = ({ extra_ms, given_ms }: Pick<Saved, 'extra_ms' | 'given_ms'>) => [extra_ms, given_ms];
    const told = [minutes(10) + 45_000, minutes(10)];
    expect(parts(await bodyOf<Saved>(device.save({})))).toEqual(told);
    expect(parts(await bodyOf<Attempt>(device.read()))).toEqual(told);
  });

  it('row 64: over the deadline: nobody is ended, and the time that was left is there again', async () => {
    to(start + minutes(55));
    await beat(app.deps, 'one');
    to(start + minutes(80));
    await beat(app.deps, 'one');
    expect(await endDueAttempts(app.deps)).toBe(0);
    expect(await length()).toBe(85);
    const saved = await bodyOf<Saved>(device.save({ a: ['1', start + minutes(81)] }));
    expect(saved.dropped).toEqual([]);
  });
});

describe('maintenance', () => {
  it('row 62: is an outage for as long as it is on', async () => {
    await beat(app.deps, 'one');
    const state = { title: '', message: '', starts_at: null, ends_at: null, affected: [], contact_url: null };
    await startMaintenance(app.db, state, app.clock.now());
    for (let time = 5_000; time <= 600_000; time += 5_000) {
      to(start + time);
      await beat(app.deps, 'one');
    }
    await endMaintenance(app.db);
    app.clock.advance(5_000);
    await beat(app.deps, 'one');
    expect(await length()).toBe(70);
    expect(await app.db.select().from(examOutages)).toHaveLength(1);
  });
});

describe('a declared outage', () => {
  it('E6: is joined with one that was found', async () => {
    to(start + minutes(31));
    await declareOutage(app.deps, past(minutes(20) + 10_000), past(minutes(27) + 40_000), '');
    await declareOutage(app.deps, past(minutes(25)), past(minutes(30)), '');
    expect(await length()).toBe(69 + 50 / 60);
  });

  it('row 65: settled twice, and by two processes, adds once', async () => {
    to(start + minutes(31));
    await declareOutage(app.deps, past(minutes(20)), past(minutes(30)), '');
    await declareOutage(app.deps, past(minutes(20)), past(minutes(30)), '');
    const second = await createTestApp({ besides: app });
    await Promise.all([settleOutages(app.deps), settleOutages(second.deps)]);
    expect(await length()).toBe(70);
  });

  it('that covers the end opens the attempt again: the time left begins when the taker is back', async () => {
    await device.save({ a: ['1', start + 1_000] });
    to(start + minutes(60) + graceMs + 1);
    await endDueAttempts(app.deps);
    const receipt = (await row())?.receiptNo;
    to(start + minutes(90));
    await declareOutage(app.deps, past(minutes(50)), past(minutes(80)), '');
    expect(await row()).toMatchObject({ state: 'running', endedBy: null, submittedAt: null });
    expect(await endDueAttempts(app.deps)).toBe(0);
    to(start + minutes(300));
    const saved = await bodyOf<Saved>(device.save({ b: ['1', start + minutes(300)] }));
    expect((Date.parse(saved.deadline_at) - start) / minutes(1)).toBe(310);
    expect(saved.dropped).toEqual([]);
    to(start + minutes(310) + graceMs + 1);
    expect(await endDueAttempts(app.deps)).toBe(1);
    expect((await row())?.receiptNo).toBe(receipt);
  });

  it('row 64: opens what its device has handed in by the clock; from the lobby it goes on, with its answers and its log', async () => {
    const seed = device.attempt.chain_seed ?? '';
    const log = chainOf(seed, ['start', 'sealed'], start);
    await device.save({ a: ['1', start + 1_000] }, { events: log });
    to(start + minutes(60) + 1);
    const handed = await bodyOf<Submitted>(device.submit({ a: ['1', start + 1_000] }, { sealed_by: 'time' }));
    to(start + minutes(90));
    await declareOutage(app.deps, past(minutes(50)), past(minutes(80)), '');
    to(start + minutes(300));
    // The earlier access token has expired by now; the learner's device has a new one.
    Object.assign(user, await app.signIn(user));
    // Another device asks, but begins nothing: the end is ten minutes after the moment that opened it again.
    const other = examDevice(app, exam, user, 'device-two');
    expect(await bodyOf<Attempt>(other.start())).toMatchObject({ held_by: { device_label: 'device-one' } });
    expect(await length()).toBe(100);
    const again = await bodyOf<Attempt>(device.start());
    expect(again).toMatchObject({ state: 'running', held_by: null, epoch: 1, events_to: 2 });
    expect((Date.parse(again.deadline_at) - start) / minutes(1)).toBe(310);
    expect(again.cells).toMatchObject({ a: { v: '1' } });
    to(start + minutes(309));
    const more = chainOf(again.chain_seed ?? '', ['shown'], start, 3);
    const saved = await bodyOf<Saved>(device.save({ b: ['1', start + minutes(309)] }, { events: more }));
    expect(saved).toMatchObject({ dropped: [], events_to: 3, cells: { a: { v: '1' }, b: { v: '1' } } });
    const end = await bodyOf<Submitted>(
      device.submit({ a: ['1', start + 1_000], b: ['1', start + minutes(309)] }),
    );
    expect(end).toMatchObject({ receipt_no: handed.receipt_no, ended_by: 'user' });
    // The taker had been told the marks, so somebody looks at what changed.
    expect(await row()).toMatchObject({ state: 'submitted', chainOk: true, needsLook: true });
  });

  it('leaves what was handed in as it is', async () => {
    await device.submit({});
    const before = await row();
    to(start + minutes(61));
    await declareOutage(app.deps, past(minutes(10)), past(minutes(60)), '');
    expect(await row()).toEqual(before);
  });

  it('before the start changes nothing, and a reader sees the new time', async () => {
    to(start + minutes(1));
    await declareOutage(app.deps, past(-minutes(30)), past(-minutes(20)), '');
    expect(await length()).toBe(60);
    await declareOutage(app.deps, past(-minutes(30)), past(minutes(1)), '');
    expect((await bodyOf<Attempt>(device.read())).extra_ms).toBe(minutes(1));
  });
});

describe('an attempt that is open again, whose taker is not back yet', () => {
  const outage = (from: number, until: number) => async () => {
    await declareOutage(app.deps, past(minutes(from)), past(minutes(until)), '');
  };
  const gift = (given: number) => () => giveTime(app.deps, [device.attempt.id], minutes(given));

  it.each([
    ['two gifts', [gift(5), gift(20)], 25],
    ['an outage over the end, then a gift', [outage(50, 80), gift(20)], 30],
    ['a gift, then an outage over the end', [gift(5), outage(50, 80)], 15],
    ['an outage over the end, then one before it', [outage(50, 80), outage(20, 30)], 20],
    ['an outage over the end that was longer than was known first', [outage(50, 80), outage(50, 90)], 10],
  ])('has all that was added left when the taker is back: %s', async (_, steps, left) => {
    to(start + minutes(60) + graceMs + 1);
    await endDueAttempts(app.deps);
    to(start + minutes(95));
    for (const step of steps) await step();
    to(start + minutes(300));
    const saved = await bodyOf<Saved>(device.save({ b: ['1', start + minutes(300)] }));
    expect((Date.parse(saved.deadline_at) - start) / minutes(1) - 300).toBe(left);
  });
});

describe('time that is given back long after the end', () => {
  const hours = (count: number) => minutes(60 * count);
  const timeOut = async () => {
    to(start + minutes(60) + graceMs + 1);
    await endDueAttempts(app.deps);
  };
  /** What is left when the taker is back so many hours later; until then nothing ends the attempt. */
  const leftAfter = async (waited: number) => {
    app.clock.advance(15_000);
    expect(await endDueAttempts(app.deps)).toBe(0);
    app.clock.advance(waited - 15_000);
    expect(await endDueAttempts(app.deps)).toBe(0);
    const saved = await bodyOf<Saved>(device.save({ b: ['1', app.clock.now()] }));
    expect(saved.dropped).toEqual([]);
    return (Date.parse(saved.deadline_at) - app.clock.now()) / minutes(1);
  };

  it.each([1, 23, 28, 24 * 15])(
    'an operator gives it %i hours after the end: the taker has a day',
    async (passed) => {
      await timeOut();
      to(start + minutes(60) + hours(passed));
      await giveTime(app.deps, [device.attempt.id], minutes(20));
      expect(await leftAfter(hours(24) - 1_000)).toBe(20);
      const at = await row();
      expect(at?.deadline.getTime()).toBe((at?.baseDeadline.getTime() ?? 0) + (at?.givenMs ?? 0));
      to((at?.deadline.getTime() ?? 0) + graceMs + 1);
      expect(await endDueAttempts(app.deps)).toBe(1);
    },
  );

  it('an outage over the end is declared 23 hours after it: the taker has a day from then', async () => {
    await timeOut();
    to(start + hours(24));
    await declareOutage(app.deps, past(minutes(50)), past(minutes(80)), '');
    expect(await leftAfter(hours(24) - 1_000)).toBe(10);
  });

  it('more of it begins the day anew, and who does not come back is ended where it was', async () => {
    await timeOut();
    to(start + hours(30));
    await giveTime(app.deps, [device.attempt.id], minutes(20));
    app.clock.advance(hours(23));
    await giveTime(app.deps, [device.attempt.id], minutes(5));
    app.clock.advance(hours(23));
    expect(await endDueAttempts(app.deps)).toBe(0);
    app.clock.advance(hours(2));
    expect(await endDueAttempts(app.deps)).toBe(1);
    const at = await row();
    expect(at?.deadline).toEqual(past(hours(53) + minutes(25)));
    // All that was added says when it ended.
    expect(at?.deadline.getTime()).toBe((at?.baseDeadline.getTime() ?? 0) + (at?.givenMs ?? 0));
  });

  it('is not given weeks later: nothing changes', async () => {
    await timeOut();
    to(start + hours(24 * 21));
    const before = await row();
    await giveTime(app.deps, [device.attempt.id], minutes(20));
    expect(await row()).toEqual(before);
  });
});
