import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunningAttempt } from './attempt.ts';
import { type AttemptBench, openBench, settled } from './attemptBench.ts';
import { isVoid } from './attemptView.ts';
import { away, id, minute, refusal, type ScriptedServer, start } from './scriptedServer.ts';

let bench: AttemptBench;
let server: ScriptedServer;
let attempt: RunningAttempt;

const pass = (ms: number, step?: number) => bench.pass(ms, step);
const typed = (slot: string) => attempt.get().cells[slot]?.v ?? '';

beforeEach(async () => {
  bench = await openBench();
  server = bench.server;
  attempt = await bench.open();
  await pass(500);
});

afterEach(async () => {
  await attempt.stop();
  await bench.close();
});

it('keeps when it had no connection for the report, also once the server has that part of the log', async () => {
  await pass(5 * minute, 10_000);
  attempt.note('offline');
  server.trouble = Array.from({ length: 2000 }, () => away);
  await pass(10 * minute, 10_000);
  attempt.note('online');
  server.trouble = [];
  await pass(minute, 10_000);
  // Too short to be reported.
  attempt.note('offline');
  await pass(minute, 10_000);
  attempt.note('online');
  // The app was closed without a connection and came back with one: a save ends it.
  attempt.note('offline');
  await pass(20_000, 10_000);
  expect(await bench.db.events.count()).toBe(0);
  const span = { kind: 'offline', from: start + 5 * minute + 500, to: start + 15 * minute + 500 };
  expect((await bench.db.attempts.get(id))?.troubles).toEqual([span]);
});

describe('the end', () => {
  it('row 1: without a network the clock seals it, and it is handed in when there is a way again', async () => {
    attempt.type('1', '1');
    server.trouble = Array.from({ length: 2000 }, () => away);
    await pass(59 * minute, 10_000);
    expect(attempt.type('2', '2')).toBe(true);
    await pass(2 * minute, 10_000);
    expect(attempt.get().row).toMatchObject({ state: 'sealed', seal: { by: 'time' }, receipt: null });
    expect(attempt.type('3', '3')).toBe(false);
    server.trouble = [];
    await pass(40_000);
    expect(attempt.get().row.receipt).toMatchObject({ receipt_no: 'ABCDE-12345', late_sync: true });
    expect(Object.keys(server.cells())).toEqual(['1', '2']);
    expect(server.submits.map(({ body }) => body.sealed_by)).toEqual(['time']);
  });

  it('row 11: a lost answer to the hand-in is asked for under the same key', async () => {
    server.lost = 1;
    attempt.type('1', '1');
    await attempt.handIn();
    await settled();
    expect(attempt.get().row).toMatchObject({ state: 'sealed', receipt: null });
    await pass(31_000);
    expect(attempt.get().row.receipt?.receipt_no).toBe('ABCDE-12345');
    expect(new Set(server.submits.map(({ key }) => key)).size).toBe(1);
    expect(new Set(server.submits.map(({ body }) => body.sealed_by))).toEqual(new Set(['user']));
  });

  it('row 19: a throttled page takes nothing after the end, though no timer has told it', async () => {
    attempt.type('1', '1');
    await pass(6000);
    // No timer runs any more.
    bench.skip(60 * minute);
    expect(attempt.type('2', '2')).toBe(false);
    await settled();
    expect(attempt.get().row.state).toBe('sealed');
  });

  it('row 19: a page whose timers run once a minute seals late, with the right stamps, and all of it counts', async () => {
    /** The clocks go on; no timer runs. */
    const quiet = (ms: number) => bench.skip(ms);
    /** The one look in a minute. */
    const look = async () => {
      await vi.advanceTimersByTimeAsync(500);
      await settled();
    };
    for (let nth = 0; nth < 58; nth += 1) {
      quiet(minute);
      await look();
    }
    quiet(minute - 10_000);
    const typedAt = server.now;
    expect(server.deadline - typedAt).toBeGreaterThan(minute);
    // A page that has not looked for so long asks first whether it still has its turn.
    expect(attempt.type('1', '1')).toBe(true);
    await settled();
    quiet(10_000);
    await look();
    quiet(server.deadline - server.now - 1000);
    const lastAt = server.now;
    expect(attempt.type('2', '2')).toBe(true);
    await settled();
    quiet(40_000);
    expect(attempt.get().row.state).toBe('running');
    expect(server.now).toBeGreaterThan(server.deadline);
    await look();
    // It ends 39 seconds late and says so: no stamp claims to be of the end itself.
    expect(attempt.get().row).toMatchObject({ seal: { by: 'time', at: lastAt + 40_000 } });
    expect(attempt.type('3', '3')).toBe(false);
    for (let nth = 0; nth < 3 && attempt.get().row.state !== 'submitted'; nth += 1) {
      quiet(minute);
      await look();
    }
    expect(attempt.get().row.receipt?.receipt_no).toBe('ABCDE-12345');
    const ats = Object.entries(server.cells()).map(([slot, { v, at }]) => [slot, v, at]);
    expect(ats).toEqual([
      ['1', '1', typedAt],
      ['2', '2', lastAt],
    ]);
    expect(attempt.get().row.dropped).toEqual([]);
  });

  it('answers of another device come in at the hand-in, told, under a new key', async () => {
    attempt.type('1', '1');
    await pass(6000);
    server.put({ '2': { v: '9', at: start + 1, lo: start + 1, f: false, fat: 0, flo: 0 } });
    await attempt.handIn();
    await vi.waitFor(() => expect(attempt.get().row.state).toBe('submitted'));
    expect(attempt.get().row.mergedIn).toBe(1);
    expect(typed('2')).toBe('9');
    expect(new Set(server.submits.map(({ key }) => key)).size).toBe(2);
  });

  it('after three rounds the state of the server is final', async () => {
    attempt.type('1', '1');
    await pass(6000);
    const submit = server.calls.postSubmit;
    let round = 0;
    server.calls.postSubmit = (...args) => {
      round += 1;
      server.put({ [`x${round}`]: { v: '9', at: start + 1, lo: start + 1, f: false, fat: 0, flo: 0 } });
      return submit(...args);
    };
    await attempt.handIn();
    // Three hashes and three calls: on a busy machine one wait is not enough.
    for (let look = 0; look < 50 && attempt.get().row.state !== 'submitted'; look += 1) await settled();
    expect(round).toBe(3);
    expect(server.submits.at(-1)?.body.as_merged).toBe(true);
    expect(attempt.get().row.state).toBe('submitted');
  });

  it('row 70: an end by the clock, which is that of everybody, is handed in at a moment of its own', async () => {
    server.deadline = server.now + 10_000;
    attempt.type('1', '1');
    await pass(11_000);
    expect(attempt.get().row.state).toBe('sealed');
    // The dice of this device say the middle of the 20 seconds over which the server spreads hand-ins.
    await pass(8_000);
    expect(server.submits).toEqual([]);
    await pass(4_000);
    expect(attempt.get().row.state).toBe('submitted');
  });

  it('row 64: a later deadline opens what the clock had closed, not what was handed in', async () => {
    attempt.type('1', '1');
    server.trouble = Array.from({ length: 2000 }, () => away);
    await pass(61 * minute, 10_000);
    expect(attempt.get().row.state).toBe('sealed');
    server.trouble = [];
    server.deadline += 10 * minute;
    server.extra = 10 * minute;
    await pass(40_000);
    expect(attempt.get().row).toMatchObject({ state: 'running', seal: null });
    expect(attempt.get().news).toMatchObject({ kind: 'extended', outageMs: 10 * minute, givenMs: 0 });
    expect(attempt.type('2', '2')).toBe(true);
    expect(server.receipt).toBeNull();
  });

  it('row 74: time that an operator gave is not told as an outage, also when both come in one answer', async () => {
    server.deadline += 5 * minute;
    server.extra = 5 * minute;
    server.given = 5 * minute;
    await pass(31_000);
    expect(attempt.get().news).toMatchObject({ kind: 'extended', outageMs: 0, givenMs: 5 * minute });
    expect(await bench.db.attempts.get(id)).toMatchObject({ extraMs: 5 * minute, givenMs: 5 * minute });
    server.deadline += 3 * minute;
    server.extra += 3 * minute;
    server.given += minute;
    await pass(31_000);
    expect(attempt.get().news).toMatchObject({ kind: 'extended', outageMs: 2 * minute, givenMs: minute });
  });

  it('row 74: a row that does not say yet how much was given calls no known time new', async () => {
    server.deadline += 5 * minute;
    server.extra = 5 * minute;
    server.given = 5 * minute;
    await attempt.stop();
    await bench.db.attempts.update(id, { extraMs: 5 * minute, givenMs: undefined });
    attempt = await bench.open();
    await pass(1000);
    expect(attempt.get().news).toBeNull();
    expect(attempt.get().row).toMatchObject({ extraMs: 5 * minute, givenMs: 5 * minute });
  });

  it('row 64: of one that an outage opened again the time that it waited for its taker is not told as given', async () => {
    server.trouble = Array.from({ length: 2000 }, () => away);
    await pass(61 * minute, 10_000);
    server.trouble = [];
    server.deadline += 30 * minute;
    server.extra = 30 * minute;
    server.given = 20 * minute;
    await pass(40_000);
    expect(attempt.get().row).toMatchObject({ state: 'running', seal: null });
    expect(attempt.get().news).toMatchObject({ kind: 'unlocked', isOutage: true });
  });

  it('row 74: of one that an operator opened again, days after its end, the wait is not told as given either', async () => {
    server.trouble = Array.from({ length: 2000 }, () => away);
    await pass(61 * minute, 10_000);
    server.trouble = [];
    server.deadline += 49 * 60 * minute;
    server.extra = 49 * 60 * minute;
    server.given = 49 * 60 * minute;
    await pass(40_000);
    expect(attempt.get().row).toMatchObject({ state: 'running', seal: null });
    expect(attempt.get().news).toMatchObject({ kind: 'unlocked', isOutage: false });
  });

  it('what the server has ended otherwise is told as it is', async () => {
    server.receipt = {
      receipt_no: 'ZZZZZ-00000',
      seal: '',
      submitted_at: new Date(start).toISOString(),
      late_sync: false,
      ended_by: 'time',
      kept: 0,
      checkresult: null,
    };
    attempt.type('1', '1');
    await pass(6000);
    expect(attempt.get().row).toMatchObject({ state: 'submitted', receipt: { receipt_no: 'ZZZZZ-00000' } });
  });

  it('row 77: an attempt that an operator has voided has no receipt, and its answers stay on the device', async () => {
    server.trouble = [
      () => refusal(409, 'closed', { receipt_no: null, ended_by: 'operator', submitted_at: null, kept: 1 }),
    ];
    attempt.type('1', '1');
    await pass(6000);
    expect(isVoid(attempt.get().row)).toBe(true);
    expect(attempt.get().row).toMatchObject({ state: 'submitted', receipt: { receipt_no: '' } });
    expect(attempt.type('1', '2')).toBe(false);
    const stored = await bench.db.cells.toArray();
    expect(stored.map(({ cell, isDirty }) => [cell.v, isDirty])).toEqual([['1', 0]]);
  });

  it('row 30: answers that come when another device has handed in do not count, and that is told', async () => {
    server.trouble = Array.from({ length: 100 }, () => away);
    for (const slot of ['1', '2', '3']) attempt.type(slot, slot);
    await pass(6000);
    const data = { receipt_no: 'ZZZZZ-00000', ended_by: 'user', submitted_at: null, kept: 3 };
    server.trouble = [() => refusal(409, 'closed', data)];
    await pass(31_000);
    expect(attempt.get().row).toMatchObject({
      ...{ state: 'submitted', unscored: { count: 3, endedBy: 'user' } },
      receipt: { receipt_no: 'ZZZZZ-00000' },
    });
    // It is on the receipt page after the next start, too.
    expect(await bench.db.attempts.toArray()).toMatchObject([{ unscored: { count: 3 } }]);
    expect(
      await bench.db.cells
        .where({ attempt: id })
        .filter(({ isDirty }) => isDirty === 1)
        .count(),
    ).toBe(0);
  });

  it('row 30: the same is told where only a renewed token brings the word of it', async () => {
    attempt.type('4', '4');
    await pass(6000);
    server.trouble = Array.from({ length: 100 }, () => away);
    for (const slot of ['1', '2']) attempt.type(slot, slot);
    await pass(6000);
    const ended = { state: 'submitted', token: null, ended_by: 'user', receipt_no: 'ZZZZZ-00000' } as const;
    vi.spyOn(server.calls, 'getAttempt').mockImplementation(async () => ({ ...server.attempt(), ...ended }));
    server.trouble = [() => refusal(403, 'attempt_token', {})];
    await pass(31_000);
    expect(attempt.get().row).toMatchObject({
      ...{ state: 'submitted', onlyHere: { count: 2, endedBy: 'user' } },
      receipt: { receipt_no: 'ZZZZZ-00000' },
    });
    // The server has none of them, so nothing of them is kept there.
    expect(attempt.get().row.unscored).toBeUndefined();
    // Opened again by an operator, they are still there to be sent.
    expect(attempt.get().cells).toMatchObject({ 1: { v: '1', isDirty: true }, 2: { v: '2', isDirty: true } });
  });

  it('what a hand-in could not count any more is told as well', async () => {
    const submit = server.calls.postSubmit;
    server.calls.postSubmit = async (...args) => ({ ...(await submit(...args)), kept: 2 });
    attempt.type('1', '1');
    await attempt.handIn();
    await vi.waitFor(() => expect(attempt.get().row.state).toBe('submitted'));
    expect(attempt.get().row.unscored).toEqual({ count: 2, endedBy: 'late' });
  });

  it('what a hand-in brings too late is told with its slot, and is no answer of another device', async () => {
    attempt.type('1', '1');
    await pass(6000);
    server.deadline = server.now - 4000;
    attempt.type('2', '2');
    await attempt.handIn();
    await vi.waitFor(() => expect(attempt.get().row.state).toBe('submitted'));
    expect(attempt.get().row).toMatchObject({
      dropped: [{ slot: '2', reason: 'late', v: '2' }],
      mergedIn: 0,
    });
    expect(attempt.get().row.unscored).toBeUndefined();
    expect(attempt.get().news).toMatchObject({ kind: 'dropped', cells: [{ slot: '2', reason: 'late' }] });
    expect(server.submits).toHaveLength(2);
  });

  it('the log says when a hand-in was sent, once in a round however often it is repeated, and when it was answered', async () => {
    attempt.type('1', '1');
    await pass(6000);
    server.put({ '2': { v: '9', at: start + 1, lo: start + 1, f: false, fat: 0, flo: 0 } });
    server.trouble = [away, away];
    await attempt.handIn();
    await pass(90_000, 5000);
    await vi.waitFor(() => expect(attempt.get().row.state).toBe('submitted'));
    const sent = server.submits.at(-1)?.body.events ?? [];
    const told = sent.filter(({ kind }) => kind.startsWith('submit')).map(({ kind, d }) => [kind, d]);
    expect(told).toEqual([
      ['submit_sent', 0],
      ['submit_acked', 'unsynced'],
      ['submit_sent', 1],
    ]);
    expect(server.isChainWhole).toBe(true);
    const kept = async () => (await bench.db.events.toArray()).at(-1);
    await vi.waitFor(async () => expect(await kept()).toMatchObject({ kind: 'submit_acked', d: 1 }));
  });

  it('what came too late is kept apart and told', async () => {
    attempt.type('1', '1');
    await pass(6000);
    server.deadline = server.now - 4000;
    attempt.type('2', '2');
    await pass(6000);
    expect(attempt.get().row.dropped).toEqual([{ slot: '2', reason: 'late', v: '2' }]);
  });
});
