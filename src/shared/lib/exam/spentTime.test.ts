import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunningAttempt } from './attempt.ts';
import { type AttemptBench, openBench, settled } from './attemptBench.ts';
import { id, minute, type ScriptedServer } from './scriptedServer.ts';

let bench: AttemptBench;
let server: ScriptedServer;
let attempt: RunningAttempt;

const pass = (ms: number, step?: number) => bench.pass(ms, step);
const stored = async () => (await bench.db.attempts.get(id))?.spent?.ms ?? {};
/** Seconds by question, as the hand-in brings them. */
async function handedIn() {
  await attempt.handIn();
  await settled();
  return server.submits.at(-1)?.body.spent;
}
/** As the room does. */
const goTo = (question: string) => {
  attempt.open(question);
  attempt.reading(question);
};

beforeEach(async () => {
  bench = await openBench();
  server = bench.server;
  attempt = await bench.open();
  await pass(500);
  attempt.reading('q1');
});

afterEach(async () => {
  await attempt.stop();
  await bench.close();
});

describe('the time of a question', () => {
  it('is that in which it was the open one; nothing is counted while there is none', async () => {
    await pass(7000);
    goTo('q2');
    await pass(3000);
    attempt.reading(null);
    await pass(20_000);
    goTo('q1');
    await pass(2000);
    expect(await handedIn()).toEqual({ q1: 9, q2: 3 });
  });

  it('stands still while the page is hidden', async () => {
    await pass(2000);
    bench.show(false, attempt);
    await pass(20_000);
    bench.show(true, attempt);
    await pass(1000);
    expect(await handedIn()).toEqual({ q1: 3 });
  });

  it('does not have the time that the device slept, by whichever of its clocks that passed', async () => {
    await pass(2000);
    bench.sleep(10 * minute);
    await pass(1000);
    bench.skip(10 * minute);
    // The tick that comes late is not counted.
    await pass(1500);
    expect(await handedIn()).toEqual({ q1: 4 });
  });

  it('goes on after a reload: at most the last five seconds are lost', async () => {
    await pass(12_000);
    await attempt.stop();
    attempt = await bench.open();
    attempt.reading('q1');
    await pass(3000);
    const seconds = (await handedIn())?.q1;
    expect(seconds).toBeGreaterThanOrEqual(10);
    expect(seconds).toBeLessThanOrEqual(15);
  });

  it('is on the disk with the writes of the clock and of a change of question, not with one of its own', async () => {
    const writes = vi.spyOn(bench.db.attempts, 'put');
    await pass(4000);
    expect([writes.mock.calls.length, await stored()]).toEqual([0, {}]);
    goTo('q2');
    await settled();
    expect([writes.mock.calls.length, await stored()]).toEqual([1, { q1: 4000 }]);
    await pass(5000);
    expect(writes.mock.calls.length).toBe(2);
    expect((await stored()).q2).toBeGreaterThan(0);
  });

  it('is kept in memory where the disk refuses, and no answer waits for it', async () => {
    vi.spyOn(bench.db, 'transaction').mockRejectedValue(new Error('full'));
    expect(attempt.type('1', '1')).toBe(true);
    await pass(12_000);
    expect(server.cells()['1']?.v).toBe('1');
    vi.mocked(bench.db.transaction).mockRestore();
    expect(await handedIn()).toEqual({ q1: 12 });
  });

  it('ends where another device takes over, and begins anew when this one takes it back', async () => {
    await pass(3000);
    server.epoch = 2;
    attempt.type('1', '1');
    await pass(6000);
    expect(attempt.get().row.switched).not.toBeNull();
    await pass(20_000);
    await attempt.takeOver();
    await settled();
    await pass(4000);
    await attempt.handIn();
    await settled();
    expect(server.submits.at(-1)?.body).toMatchObject({ lease: 3, spent: { q1: 4 } });
  });
});

describe('what is sent', () => {
  it('goes with a save once a minute, and not when it has not changed', async () => {
    for (let n = 0; n < 18; n += 1) {
      attempt.type('1', String(n));
      await pass(10_000, 2500);
    }
    const sent = server.saves.flatMap(({ spent }) => (spent ? [spent.q1 ?? 0] : []));
    expect(sent.length).toBeLessThanOrEqual(4);
    expect(sent.length).toBeGreaterThanOrEqual(2);
    expect(sent).toEqual(sent.toSorted((one, other) => one - other));
    expect(server.saves.length).toBeGreaterThan(10);
    bench.show(false, attempt);
    await pass(2 * minute, 2500);
    const before = server.saves.length;
    await pass(5 * minute, 5000);
    expect(server.saves.slice(before).every(({ spent }) => spent === undefined)).toBe(true);
  });

  it('is whole with the hand-in after the end by the clock', async () => {
    await pass(2000);
    attempt.reading(null);
    await pass(59 * minute, 25_000);
    await pass(2 * minute, 2500);
    expect(attempt.get().row.state).toBe('submitted');
    expect(server.submits.at(-1)?.body.spent).toEqual({ q1: 2 });
  });
});
