import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunningAttempt } from './attempt.ts';
import { type AttemptBench, openBench, settled } from './attemptBench.ts';
import { refusal, type ScriptedServer, start } from './scriptedServer.ts';

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
