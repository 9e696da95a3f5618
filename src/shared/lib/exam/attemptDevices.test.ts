import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import type { Attempt } from '#contracts/examAttempt.ts';
import type { RunningAttempt } from './attempt.ts';
import { type AttemptBench, openBench, settled } from './attemptBench.ts';
import { away, id, refusal, type ScriptedServer, start } from './scriptedServer.ts';

let bench: AttemptBench;
let server: ScriptedServer;
let attempt: RunningAttempt;

const pass = (ms: number, step?: number) => bench.pass(ms, step);
const typed = (slot: string) => attempt.get().cells[slot]?.v ?? '';
const save = () => attempt.get().save.kind;

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

describe('what another device has written', () => {
  it('comes in with the answer, but not over what was typed meanwhile', async () => {
    server.put({ '1': { v: '9', at: start + 1, lo: start + 1, f: false, fat: 0, flo: 0 } });
    server.put({ '2': { v: '9', at: start + 1, lo: start + 1, f: false, fat: 0, flo: 0 } });
    attempt.type('2', '2');
    await pass(6000);
    expect(typed('1')).toBe('9');
    expect(typed('2')).toBe('2');
    expect(server.cells()['2']?.v).toBe('2');
  });

  it('row 30: after a take-over this one only reads, and says so', async () => {
    server.epoch = 2;
    attempt.type('1', '1');
    await pass(6000);
    expect(attempt.get().row.switched).toEqual({ to: 'スマホ', kept: 1 });
    expect(attempt.type('1', '2')).toBe(false);
    const before = server.saves.length;
    await pass(60_000);
    expect(server.saves.length).toBe(before);
  });

  it('row 30: what is typed while the server says that another device writes is sent, too; then nothing any more', async () => {
    server.epoch = 2;
    const put = vi.spyOn(server.calls, 'putAnswers').mockImplementation(async (_of, body) => {
      if (body.answers['2'] === undefined) attempt.type('2', '4');
      throw refusal(423, 'lease_lost', { held_by: { device_label: 'スマホ', seen_at: null }, kept: 1 });
    });
    attempt.type('1', '3');
    await pass(20_000);
    expect(put.mock.calls.map(([, { answers }]) => Object.keys(answers))).toEqual([['1'], ['1', '2']]);
    expect(attempt.get().row.switched).toEqual({ to: 'スマホ', kept: 1 });
    expect(attempt.type('1', '5')).toBe(false);
  });

  it('row 30: where the server has kept nothing apart, nothing is called unsent here', async () => {
    vi.spyOn(server.calls, 'putAnswers').mockImplementation(async () => {
      throw refusal(423, 'lease_lost', {
        held_by: { device_label: 'スマホ', seen_at: null },
        merged: 1,
        kept: 0,
      });
    });
    attempt.type('1', '3');
    await pass(6000);
    expect(attempt.get().row.switched).toEqual({ to: 'スマホ', kept: 0 });
    expect([attempt.get().cells['1']?.isDirty, save()]).toEqual([false, 'saved']);
  });

  it('row 31: it can come back, with a new epoch and a log of its own', async () => {
    server.epoch = 2;
    attempt.type('1', '1');
    await pass(6000);
    await attempt.takeOver();
    await settled();
    expect(attempt.get().row).toMatchObject({ epoch: 3, token: 't3', switched: null });
    expect(attempt.type('1', '2')).toBe(true);
    await pass(6000);
    expect(save()).toBe('saved');
    expect(server.saves.at(-1)?.lease).toBe(3);
  });

  it('row 32: an old device hands nothing in', async () => {
    server.epoch = 2;
    await attempt.handIn();
    await settled();
    expect(attempt.get().row).toMatchObject({ state: 'running', receipt: null });
    expect(attempt.get().row.switched?.to).toBe('スマホ');
  });
});

describe('the end on another device', () => {
  const receipt_no = 'ZZZZZ-00000';
  const held = { held_by: { device_label: 'スマホ', seen_at: null }, token: null } as const;
  const over = { state: 'submitted', token: null, ended_by: 'user', receipt_no } as const;
  /** What the server tells of the attempt from here on; `null`: it cannot be asked. */
  let told: Partial<Attempt> | null;
  let asked: MockInstance<ScriptedServer['calls']['getAttempt']>;
  const row = () => attempt.get().row;

  beforeEach(() => {
    told = held;
    asked = vi.spyOn(server.calls, 'getAttempt').mockImplementation(async () => {
      if (told === null) throw away();
      return { ...server.attempt(), ...told };
    });
  });

  /** Another device takes over, and this one hears of it with its next save. */
  const switchAway = async () => {
    server.epoch = 2;
    attempt.type('1', '1');
    await pass(6000);
    expect(row()).toMatchObject({ state: 'running', switched: { kept: 1 } });
  };
  const openAgain = async () => {
    await attempt.stop();
    asked.mockClear();
    attempt = await bench.open();
    await pass(1000);
  };

  it.each([
    ['the other device has handed it in', over],
    ['the clock has ended it', { ...over, state: 'timed_out', ended_by: 'time' } as const],
  ])('row 30: is its end here when it is opened again: %s', async (_, end) => {
    await switchAway();
    told = end;
    server.put({ '2': { v: '9', at: start + 1, lo: start + 1, f: false, fat: 0, flo: 0 } });
    await openAgain();
    expect(row()).toMatchObject({
      ...{ state: 'submitted', switched: null, unscored: { count: 1, endedBy: 'epoch' } },
      receipt: { receipt_no, ended_by: end.ended_by },
    });
    expect(row().onlyHere).toBeUndefined();
    expect(attempt.get().cells).toMatchObject({ 1: { v: '1', isDirty: false }, 2: { v: '9' } });
    expect(await bench.db.attempts.get(id)).toMatchObject({ state: 'submitted', receipt: { receipt_no } });
    await pass(60_000, 5000);
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('is heard of when the connection is back; without one it stays as it was, and nothing asks on and on', async () => {
    await switchAway();
    told = null;
    await openAgain();
    await pass(60_000, 5000);
    expect(row()).toMatchObject({ state: 'running', receipt: null, switched: { to: 'スマホ', kept: 1 } });
    expect(attempt.get().cells['1']).toMatchObject({ v: '1', isDirty: true });
    expect(asked).toHaveBeenCalledTimes(1);
    told = over;
    attempt.returned();
    await pass(11_000);
    expect(row()).toMatchObject({ state: 'submitted', receipt: { receipt_no } });
  });

  it('is asked for once by each return, as long as the other one goes on', async () => {
    await switchAway();
    await openAgain();
    expect([row().state, row().switched?.to]).toEqual(['running', 'スマホ']);
    expect(asked).toHaveBeenCalledTimes(1);
    attempt.wake();
    await pass(30_000, 5000);
    expect(asked).toHaveBeenCalledTimes(2);
    expect([row().state, row().switched?.to]).toEqual(['running', 'スマホ']);
  });

  it('row 31: is the end here, too, when this one would come back', async () => {
    await switchAway();
    vi.spyOn(server.calls, 'postLease').mockImplementation(async () => {
      throw refusal(409, 'closed', { receipt_no, ended_by: 'user', submitted_at: null, kept: 0 });
    });
    told = null;
    await expect(attempt.takeOver()).rejects.toThrow();
    expect(row()).toMatchObject({ state: 'running', receipt: null });
    told = over;
    await attempt.takeOver();
    expect(row()).toMatchObject({ state: 'submitted', switched: null, receipt: { receipt_no } });
  });

  it('row 31: is the end also in a tab that only reads, when it would come back', async () => {
    await switchAway();
    vi.spyOn(server.calls, 'postLease').mockImplementation(async () => {
      throw refusal(409, 'closed', { receipt_no, ended_by: 'user', submitted_at: null, kept: 0 });
    });
    const reader = await bench.open();
    expect(reader.get()).toMatchObject({ turn: 'reader', row: { switched: { kept: 1 } } });
    told = over;
    await reader.takeOver();
    const { row: ended } = reader.get();
    await reader.stop();
    expect(ended).toMatchObject({ state: 'submitted', switched: null, receipt: { receipt_no } });
  }, 20_000);

  it('row 30: what was typed here and is still to be sent goes before the question, and is told as not counted', async () => {
    server.epoch = 2;
    const put = vi.spyOn(server.calls, 'putAnswers').mockImplementation(async (_of, body) => {
      if (body.answers['2'] !== undefined)
        throw refusal(409, 'closed', { receipt_no, ended_by: 'user', submitted_at: null, kept: 2 });
      attempt.type('2', '4');
      throw refusal(423, 'lease_lost', { held_by: held.held_by, kept: 1 });
    });
    attempt.type('1', '3');
    await pass(20_000);
    expect(put.mock.calls.map(([, { answers }]) => Object.keys(answers))).toEqual([['1'], ['1', '2']]);
    expect(row()).toMatchObject({
      ...{ state: 'submitted', switched: null, unscored: { count: 2, endedBy: 'user' } },
      receipt: { receipt_no },
    });
    expect(asked).not.toHaveBeenCalled();
  });

  it('leaves here what the server never got, and says so; while that may still count nothing ends', async () => {
    server.trouble = [() => refusal(403, 'attempt_token', {})];
    attempt.type('1', '1');
    await pass(12_000);
    expect(row()).toMatchObject({ state: 'running', switched: { kept: 0 } });
    const awaited = { ...over, state: 'timed_out', ended_by: 'time' } as const;
    told = { ...awaited, deadline_at: new Date(server.now - 1000).toISOString() };
    await openAgain();
    expect([asked.mock.calls.length, row().state]).toEqual([1, 'running']);
    told = over;
    await openAgain();
    expect(row()).toMatchObject({ state: 'submitted', onlyHere: { count: 1, endedBy: 'user' } });
    expect(row().unscored).toBeUndefined();
    expect(attempt.get().cells['1']).toMatchObject({ v: '1', isDirty: true });
  });

  it('ends here at once when all the server never got is a mark at a question: that is no answer', async () => {
    server.trouble = [() => refusal(403, 'attempt_token', {})];
    attempt.flag('1', true);
    await pass(12_000);
    expect(row()).toMatchObject({ state: 'running', switched: { kept: 0 } });
    told = { ...over, ...{ state: 'timed_out', ended_by: 'time' } };
    told.deadline_at = new Date(server.now - 1000).toISOString();
    await openAgain();
    expect(row()).toMatchObject({ state: 'submitted', receipt: { receipt_no } });
    expect(row().onlyHere).toBeUndefined();
  });
});
