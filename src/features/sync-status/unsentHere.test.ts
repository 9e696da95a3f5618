import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Attempt } from '#contracts/examAttempt.ts';
import type { SentCell } from '#contracts/examMerge.ts';
import { deleteExamDb, type ExamDb, examDbName, examDbNames, openExamDb } from '#shared/lib/exam/examDb.ts';
import { forgetExams } from '#shared/lib/exam/forgetExams.ts';
import { createJournal } from '#shared/lib/exam/journal.ts';
import { newAttemptRow } from '#shared/lib/exam/newAttemptRow.ts';
import type { AttemptRow } from '#shared/lib/exam/rows.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { unsentExamsOf } from './unsentHere.ts';

let db: ExamDb;

function rowOf(id: string, change: Partial<AttemptRow> = {}): AttemptRow {
  const now = serverNow();
  const attempt = {
    ...{ id, exam: '7', subject: 'math', version: 'v', practice: false, epoch: 1, token: 't', rev: 0 },
    ...{ state: 'running', held_by: null, extra_ms: 0, save_every: 5, spread_sec: 20, events_to: 0 },
    ...{
      audio_plays: {},
      scripts: {},
      errata: [],
      chain_seed: 's',
      receipt_no: null,
      script_instead_of_audio: false,
    },
    started_at: new Date(now).toISOString(),
    deadline_at: new Date(now + 3_600_000).toISOString(),
  } as unknown as Attempt;
  const frame = {
    base: '/',
    kind: 'university' as const,
    examName: '模試',
    subjectName: '数学Ⅰ・A',
    at: now,
  };
  return { ...newAttemptRow(attempt, frame), ...change };
}

const put = async (row: AttemptRow, dirty: number) => {
  await db.attempts.put(row);
  const cell = { v: '1', lo: 1, hi: 1 };
  for (let at = 0; at < 3; at += 1)
    await db.cells.put({ attempt: row.id, slot: `s${at}`, cell, isDirty: at < dirty ? 1 : 0 });
  await db.keys.put({ id: row.id, value: new Uint8Array([1]) });
};

beforeEach(async () => {
  db = await openExamDb('1');
});

afterEach(async () => {
  vi.unstubAllGlobals();
  for (const name of await examDbNames()) await deleteExamDb(name);
});

describe('row 54: at log-out', () => {
  it('is asked about answers that the server does not have, and about a subject whose time goes on', async () => {
    await put(rowOf('a1'), 2);
    expect(await unsentExamsOf('1')).toEqual({ answers: 2, running: ['数学Ⅰ・A'], uncounted: 0 });
  });

  it('is asked about an answer that lies in the journal alone: its page went away as it was typed', async () => {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    });
    await put(rowOf('a1'), 0);
    createJournal<SentCell>('a1').note('s1', { v: '2', lo: 2, hi: 2 });
    expect((await unsentExamsOf('1')).answers).toBe(1);
  });

  it('is asked about a hand-in that has not arrived, also when each answer has', async () => {
    await put(rowOf('a1', { state: 'sealed' }), 0);
    expect(await unsentExamsOf('1')).toEqual({ answers: 1, running: [], uncounted: 0 });
  });

  it('is not asked about what is handed in, or all with another device', async () => {
    await put(rowOf('a1', { state: 'submitted' }), 0);
    await put(rowOf('a2', { switched: { to: 'スマホ', kept: 0 } }), 0);
    expect(await unsentExamsOf('1')).toEqual({ answers: 0, running: [], uncounted: 0 });
  });

  it('is told what was typed after another device had taken over and does not count; then it goes', async () => {
    await put(rowOf('a1', { switched: { to: 'スマホ', kept: 2 } }), 3);
    // The server has said nothing of the answers of this one: all that it has not confirmed.
    await put(rowOf('a2', { switched: { to: 'スマホ', kept: 0 } }), 1);
    expect(await unsentExamsOf('1')).toEqual({ answers: 0, running: [], uncounted: 3 });
    await forgetExams('1');
    expect(await examDbNames()).toEqual([]);
  });

  it('is told what the server never got because the subject was closed before; then it goes', async () => {
    await put(rowOf('a1', { state: 'submitted', onlyHere: { count: 2, endedBy: 'user' } }), 2);
    expect(await unsentExamsOf('1')).toEqual({ answers: 0, running: [], uncounted: 2 });
    await forgetExams('1');
    expect(await examDbNames()).toEqual([]);
  });

  it('is asked about what was typed while another device took over, and is still to go', async () => {
    await put(rowOf('a1', { switched: { to: 'スマホ', kept: 0, isUnsent: true } }), 1);
    expect(await unsentExamsOf('1')).toEqual({ answers: 1, running: [], uncounted: 0 });
    await forgetExams('1');
    expect(await examDbNames()).toContain(await examDbName('1'));
  });

  it('says nothing of somebody else’s', async () => {
    await put(rowOf('a1'), 2);
    expect(await unsentExamsOf('2')).toEqual({ answers: 0, running: [], uncounted: 0 });
    expect(await examDbNames()).toEqual([await examDbName('1')]);
  });

  it('keeps the answers until the server has them; the key to the questions goes', async () => {
    await put(rowOf('a1'), 2);
    await forgetExams('1');
    // The mark of the log-out alone.
    expect((await db.keys.toArray()).map(({ id }) => id)).toEqual(['left']);
    expect(await db.cells.where('attempt').equals('a1').count()).toBe(3);
    expect((await db.attempts.get('a1'))?.token).toBe('t');
  });

  it('leaves nothing behind when the server has all', async () => {
    await put(rowOf('a1', { state: 'submitted' }), 0);
    await forgetExams('1');
    expect(await examDbNames()).toEqual([]);
  });
});
