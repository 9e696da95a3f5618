import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SentCell } from '#contracts/examMerge.ts';
import { type AttemptBench, openBench, settled } from './attemptBench.ts';
import { countUnconfirmed } from './attemptStore.ts';
import { deleteExamDb, type ExamDb, examDbNames, openExamDb } from './examDb.ts';
import { forgetExams, keepExams } from './forgetExams.ts';
import { createJournal } from './journal.ts';
import { id } from './scriptedServer.ts';
import { deleteForgottenExams, sendUnsent } from './sendUnsent.ts';

let bench: AttemptBench;

const device = async () => ({ device_id: 'device-1', device_label: 'パソコン' });

beforeEach(async () => {
  bench = await openBench();
});

afterEach(async () => {
  await bench.close();
  for (const name of await examDbNames()) await deleteExamDb(name);
});

it('row 54: the answers of who was here before go by their own token, and the next learner sees nothing of them', async () => {
  const cell = { v: '3', lo: bench.server.now, hi: bench.server.now };
  await bench.db.cells.put({ attempt: id, slot: '1', cell, isDirty: 1 });
  const tokens: (string | null)[] = [];
  const { putAnswers } = bench.server.calls;
  bench.server.calls.putAnswers = (of, body) => {
    tokens.push(of.token);
    return putAnswers(of, body);
  };

  const next = await openExamDb('2');
  const left = sendUnsent({ calls: bench.server.calls, device });
  await settled();
  expect(await left).toBe(0);
  expect(bench.server.cells()['1']?.v).toBe('3');
  expect(new Set(tokens)).toEqual(new Set(['t1']));
  for (const table of next.tables) expect(await table.count()).toBe(0);
});

it('row 16: an answer that only the journal has is sent as well', async () => {
  const { server } = bench;
  createJournal<SentCell>(id).note('1', { v: '3', lo: server.now, hi: server.now });
  expect(await countUnconfirmed(bench.db, id)).toBe(1);
  const left = sendUnsent({ calls: server.calls, device });
  await settled();
  expect(await left).toBe(0);
  expect(server.cells()['1']?.v).toBe('3');
  expect(await countUnconfirmed(bench.db, id)).toBe(0);
});

it('exams that nobody has come back for in 30 days are deleted; never what the server lacks', async () => {
  const old = Date.now() - 31 * 24 * 60 * 60_000;
  await bench.db.attempts.update(id, { touchedAt: old, state: 'sealed' });
  await deleteForgottenExams();
  expect(await examDbNames()).toEqual([bench.db.name]);
  // Opened by name again: it was closed for the look.
  if (!bench.db.isOpen()) await bench.db.open();
  await bench.db.attempts.update(id, { state: 'submitted' });
  await deleteForgottenExams();
  expect(await examDbNames()).toEqual([]);
});

describe('row 54: what a log-out leaves here because the server lacks it', () => {
  /** A learner logs out whose hand-in cannot be sent: the attempt has no token. */
  const leave = async (): Promise<ExamDb> => {
    const row = await bench.db.attempts.get(id);
    if (!row) throw new Error('not there');
    await deleteExamDb(bench.db.name);
    const own = await openExamDb('7');
    await own.attempts.put({ ...row, state: 'sealed', token: null });
    await forgetExams('7');
    return own;
  };
  const look = () => sendUnsent({ calls: bench.server.calls, device });

  it('stays until it is sent, and is deleted by the sender then', async () => {
    const own = await leave();
    expect(await look()).toBe(1);
    expect(await examDbNames()).toEqual([own.name]);
    await own.attempts.update(id, { state: 'submitted' });
    expect(await look()).toBe(0);
    expect(await examDbNames()).toEqual([]);
  });

  it('stays, sent or not, when the same learner has logged in again before', async () => {
    const own = await leave();
    await keepExams('7');
    await own.attempts.update(id, { state: 'submitted' });
    expect(await look()).toBe(0);
    expect(await examDbNames()).toEqual([own.name]);
  });
});
