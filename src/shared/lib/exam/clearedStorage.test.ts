import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunningAttempt } from './attempt.ts';
import { type AttemptBench, openBench, settled } from './attemptBench.ts';
import { createAttemptStore } from './attemptStore.ts';
import { hasExamsHere } from './examsHere.ts';
import { away, id } from './scriptedServer.ts';

let bench: AttemptBench;
let attempt: RunningAttempt;

/** Deletes everything that this site has stored, under the running page. */
async function clearAll(): Promise<void> {
  for (const table of bench.db.tables) await table.clear();
  bench.kept = {};
}

const stored = () => createAttemptStore(bench.db, id, () => undefined).load();

beforeEach(async () => {
  bench = await openBench();
  attempt = await bench.open();
  await bench.pass(500);
});

afterEach(async () => {
  await attempt.stop();
  await bench.close();
});

describe('row 52: the stored data is cleared in the middle of an exam, without a network', () => {
  it('what the open page knows is written anew with the next answer: all of it, and it is sent later', async () => {
    attempt.type('1', '1');
    attempt.type('2', '2');
    await settled();
    bench.server.trouble = Array.from({ length: 200 }, () => away);
    await clearAll();
    attempt.type('3', '3');
    await settled();
    const found = await stored();
    expect(Object.keys(found?.cells ?? {})).toEqual(['1', '2', '3']);
    expect(found?.row.token).toBe('t1');
    // The next start of the app looks for unsent answers.
    expect(hasExamsHere()).toBe(true);

    await attempt.stop();
    bench.server.trouble = [];
    attempt = await bench.open();
    await bench.pass(1000);
    expect(Object.keys(bench.server.cells())).toEqual(['1', '2', '3']);
  });

  it('also where a line of the log is the first that is written', async () => {
    attempt.type('1', '1');
    await settled();
    await clearAll();
    attempt.note('offline');
    await settled();
    attempt.type('2', '2');
    await settled();
    expect(Object.keys((await stored())?.cells ?? {})).toEqual(['1', '2']);
  });

  it('so it is without another answer, within seconds', async () => {
    attempt.type('1', '1');
    await settled();
    bench.server.trouble = Array.from({ length: 200 }, () => away);
    await clearAll();
    await bench.pass(6000);
    const found = await stored();
    expect(found?.cells['1']?.v).toBe('1');
  });

  it('nothing comes back once it is handed in', async () => {
    attempt.type('1', '1');
    await attempt.handIn();
    await settled();
    expect(attempt.get().row.state).toBe('submitted');
    await clearAll();
    await bench.pass(6000);
    expect(await stored()).toBeNull();
  });
});
