import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Attempt } from '#contracts/examAttempt.ts';
import { type AttemptBench, openBench, settled } from './attemptBench.ts';
import { away, id, minute, refusal, type ScriptedServer, start } from './scriptedServer.ts';
import { startAttempt } from './startAttempt.ts';

let bench: AttemptBench;
let server: ScriptedServer;

const place = {
  base: '/b/',
  kind: 'university',
  exam: 'e',
  subject: 's',
  examName: '模試',
  subjectName: '数学',
} as const;

/** 「続きから受験する」 in the lobby; the server answers with its attempt. */
const begin = (answer: Partial<Attempt> = {}) =>
  startAttempt(bench.db, place, undefined, {
    calls: {
      postStart: async () => ({ ...server.attempt(), ...answer }),
      postLease: server.calls.postLease,
    },
    device: async () => ({ device_id: 'device-1', device_label: 'パソコン' }),
    time: { wall: () => server.now, mono: () => server.now - start + 1000 },
  });

const row = async () => {
  const found = await bench.db.attempts.get(id);
  if (!found) throw new Error('not there');
  return found;
};

beforeEach(async () => {
  bench = await openBench();
  ({ server } = bench);
});

afterEach(() => bench.close());

it('row 64: a subject the clock had ended, and the server opens again, goes on with its answers and its log', async () => {
  server.deadline = start + minute;
  await bench.db.attempts.update(id, { deadline: server.deadline });
  let attempt = await bench.open();
  attempt.shown();
  attempt.type('1', '1');
  await bench.pass(90_000, 10_000);
  expect(attempt.get().row).toMatchObject({ state: 'submitted', seal: { by: 'time' } });
  await attempt.stop();
  const lost = { count: 1, endedBy: 'time' };
  await bench.db.attempts.update(id, { unscored: lost, onlyHere: lost });
  const ended = await row();

  server.receipt = null;
  server.deadline = server.now + 10 * minute;
  server.extra = server.deadline - start - minute;
  expect(await begin()).toEqual({ kind: 'open', attempt: id });
  expect(await row()).toMatchObject({
    ...{ state: 'running', seal: null, receipt: null },
    ...{ deadline: server.deadline, n: ended.n, h: ended.h },
  });
  // All is sent again, so nothing may be called uncounted any more.
  expect([(await row()).unscored, (await row()).onlyHere]).toEqual([undefined, undefined]);

  attempt = await bench.open();
  expect(attempt.get().cells['1']?.v).toBe('1');
  expect(attempt.type('2', '2')).toBe(true);
  await bench.pass(6000);
  expect(Object.keys(server.cells())).toEqual(['1', '2']);
  await attempt.handIn();
  await settled();
  expect(attempt.get().row.receipt?.receipt_no).toBe('ABCDE-12345');
  expect(server.isChainWhole).toBe(true);
  await attempt.stop();
});

it('row 51: all that is stored is cleared, and the lobby goes on with what the server has: all but the last seconds', async () => {
  let attempt = await bench.open();
  attempt.shown();
  attempt.type('1', '1');
  await bench.pass(2000);
  attempt.type('2', '2');
  await bench.pass(4000);
  attempt.type('3', '3');
  await bench.pass(1000);
  await attempt.stop();
  for (const table of bench.db.tables) await table.clear();
  bench.kept = {};

  expect(await begin()).toEqual({ kind: 'open', attempt: id });
  expect(await row()).toMatchObject({ state: 'running', epoch: 1, token: 't1' });
  attempt = await bench.open();
  // What is gone was typed in the last second; it can be typed again.
  expect(Object.entries(attempt.get().cells).map(([slot, { v }]) => [slot, v])).toEqual([
    ['1', '1'],
    ['2', '2'],
  ]);
  expect(attempt.type('3', '4')).toBe(true);
  await bench.pass(6000);
  expect(server.cells()).toMatchObject({ 1: { v: '1' }, 2: { v: '2' }, 3: { v: '4' } });
  expect(server.isChainWhole).toBe(true);
  await attempt.handIn();
  await settled();
  expect(attempt.get().row.receipt?.receipt_no).toBe('ABCDE-12345');
  await attempt.stop();
});

it('row 2: a start whose answer was lost is asked for again under the same key, after a reload too', async () => {
  const keys: string[] = [];
  const answers: (() => Attempt)[] = [
    () => {
      throw away();
    },
    () => {
      throw refusal(503, 'maintenance', {});
    },
    server.attempt,
    server.attempt,
  ];
  const press = () =>
    startAttempt(bench.db, place, undefined, {
      calls: {
        postStart: async (_base, _input, key) => {
          keys.push(key);
          return (answers.shift() ?? server.attempt)();
        },
        postLease: server.calls.postLease,
      },
      device: async () => ({ device_id: 'device-1', device_label: 'パソコン' }),
      time: { wall: () => server.now, mono: () => server.now - start + 1000 },
    });
  await expect(press()).rejects.toThrow();
  await expect(press()).rejects.toThrow();
  expect(await press()).toEqual({ kind: 'open', attempt: id });
  expect(new Set(keys).size).toBe(1);
  // It was answered: the next press is another one.
  await press();
  expect(new Set(keys).size).toBe(2);
});

it('what the taker has handed in without a network stays handed in', async () => {
  const seal = { by: 'taker' as const, at: start, digest: '', key: 'k', round: 0 };
  await bench.db.attempts.update(id, { state: 'sealed', seal });
  await begin();
  expect(await row()).toMatchObject({ state: 'sealed', seal });
});

it('what the server has ended is not opened', async () => {
  await bench.db.attempts.update(id, { state: 'submitted' });
  await begin({ state: 'timed_out' });
  expect((await row()).state).toBe('submitted');
});
