import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnswersInput, Attempt, Saved, SubmitInput, Submitted } from '#contracts/examAttempt.ts';
import { type Cells, digestOf, mergeCells } from '#contracts/examMerge.ts';
import { HttpError, OfflineError } from '../errors.ts';
import { createAttempt, type RunningAttempt } from './attempt.ts';
import type { AttemptCalls } from './attemptCore.ts';
import { createAttemptStore } from './attemptStore.ts';
import { declareExamVersions, type ExamDb } from './examDb.ts';
import { journalKey } from './journal.ts';
import { newAttemptRow } from './newAttemptRow.ts';

const start = Date.parse('2027-06-01T04:00:00Z');
const minute = 60_000;
const id = 'a1';

/** What a server does with an attempt, as far as a device can tell (exams.md 3.4). All clocks are right unless a test says. */
function createServer() {
  let cells: Cells = {};
  const server = {
    now: start,
    deadline: start + 60 * minute,
    extra: 0,
    rev: 0,
    epoch: 1,
    events: 0,
    saves: [] as AnswersInput[],
    submits: [] as { body: SubmitInput; key: string }[],
    receipt: null as Submitted | null,
    /** What the next calls end with, in place of an answer. */
    trouble: [] as (() => unknown)[],
    /** Answers the next calls get lost: done, and not told. */
    lost: 0,
    cells: () => cells,
    put: (more: Cells) => {
      cells = mergeCells(cells, more);
    },
  };
  const timing = () => ({
    server_now: new Date(server.now).toISOString(),
    deadline_at: new Date(server.deadline).toISOString(),
    extra_ms: server.extra,
    save_every: 5,
    spread_sec: 20,
    errata: [],
  });
  const merge = (body: AnswersInput) => {
    const end = server.deadline;
    const dropped: { slot: string; reason: string }[] = [];
    for (const [slot, { v, lo, f, flo }] of Object.entries(body.answers)) {
      if (lo > end + 2000) {
        dropped.push({ slot, reason: 'late' });
        continue;
      }
      const own = { v, at: lo, lo, f: f ?? false, fat: flo ?? 0, flo: flo ?? 0 };
      cells = mergeCells(cells, { [slot]: own });
    }
    server.rev += 1;
    server.events = Math.max(server.events, ...(body.events ?? []).map(({ n }) => n));
    return dropped;
  };
  const gate = () => {
    const next = server.trouble.shift();
    if (next) throw next();
  };
  const told = <T>(answer: T): T => {
    if (server.lost === 0) return answer;
    server.lost -= 1;
    throw new OfflineError('network');
  };
  const attempt = (): Attempt => ({
    ...timing(),
    id,
    exam: 'e',
    subject: 's',
    version: 'v',
    state: server.receipt ? 'submitted' : 'running',
    practice: false,
    started_at: new Date(start).toISOString(),
    key: 'AA',
    token: `t${server.epoch}`,
    epoch: server.epoch,
    held_by: null,
    rev: server.rev,
    cells,
    audio_plays: {},
    chain_seed: `seed${server.epoch}`,
    events_to: 0,
    script_instead_of_audio: false,
    scripts: {},
    receipt_no: server.receipt?.receipt_no ?? null,
    submitted_at: null,
    ended_by: null,
  });
  const calls: AttemptCalls = {
    putAnswers: async (_of, body): Promise<Saved> => {
      gate();
      if (body.lease !== server.epoch)
        throw refusal(423, 'lease_lost', { held_by: { device_label: 'スマホ', seen_at: null }, kept: 1 });
      if (server.receipt) throw refusal(409, 'closed', { receipt_no: server.receipt.receipt_no });
      server.saves.push(structuredClone(body));
      const dropped = merge(body);
      return told({
        ...timing(),
        rev: server.rev,
        cells,
        audio_plays: body.audio_plays ?? {},
        saved_at: new Date(server.now).toISOString(),
        events_to: server.events,
        dropped,
      });
    },
    postSubmit: async (_of, body, key): Promise<Submitted> => {
      gate();
      server.submits.push({ body: structuredClone(body), key });
      if (server.receipt) return told(server.receipt);
      if (body.lease !== server.epoch)
        throw refusal(423, 'lease_lost', { held_by: { device_label: 'スマホ', seen_at: null } });
      merge(body);
      const digest = await digestOf(cells);
      if (digest !== body.digest && !body.as_merged)
        throw refusal(412, 'unsynced', { cells, rev: server.rev, digest });
      server.receipt = {
        receipt_no: 'ABCDE-12345',
        seal: 'seal',
        submitted_at: new Date(server.now).toISOString(),
        late_sync: server.now > server.deadline,
        ended_by: 'user',
        checkresult: null,
      };
      return told(server.receipt);
    },
    getAttempt: async () => {
      gate();
      return attempt();
    },
    postLease: async () => {
      gate();
      server.epoch += 1;
      return attempt();
    },
  };
  return Object.assign(server, { calls, attempt });
}

function refusal(status: number, code: string, data: object): HttpError {
  const failure = { code, detail: '', request_id: '' } as never;
  return new HttpError({ status, data: { code, ...data }, failure, call: 'test' });
}
const away = () => new OfflineError('network');

let server: ReturnType<typeof createServer>;
let kept: Record<string, string>;
let db: ExamDb;
let wallAt: number;
let monoAt: number;
let attempt: RunningAttempt;

const time = { wall: () => wallAt, mono: () => monoAt };

/**
 * One step after the other: the clocks, the timers, and whatever they set going.
 *
 * @param step ms; a long stretch goes in steps of seconds, with so many looks of the page's own in each.
 */
async function pass(ms: number, step = 500): Promise<void> {
  for (let passed = 0; passed < ms; passed += step) {
    wallAt += step;
    monoAt += step;
    server.now += step;
    await vi.advanceTimersByTimeAsync(step);
    await settled();
  }
}

/** Taken before the timers are replaced. */
const later = setTimeout;

/** The disk and the sums take real time, whatever the timers say. */
async function settled(): Promise<void> {
  for (let round = 0; round < 30; round += 1) await new Promise((resolve) => later(resolve));
}

async function open(): Promise<RunningAttempt> {
  const stored = await createAttemptStore(db, id, () => undefined).load();
  if (!stored) throw new Error('not there');
  const made = createAttempt(stored, {
    db,
    calls: server.calls,
    time,
    random: () => 0.5,
    device: async () => ({ device_id: 'device-1', device_label: 'パソコン' }),
  });
  await made.start();
  await settled();
  return made;
}

const typed = (slot: string) => attempt.get().cells[slot]?.v ?? '';
const save = () => attempt.get().save.kind;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  kept = {};
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => {
      kept[key] = value;
    },
    removeItem: (key: string) => {
      delete kept[key];
    },
  });
  wallAt = start;
  monoAt = 1000;
  server = createServer();
  db = new Dexie('x_test') as ExamDb;
  declareExamVersions(db);
  await db.open();
  const row = newAttemptRow(server.attempt(), {
    base: '/b/',
    kind: 'university',
    examName: '模試',
    subjectName: '数学',
    at: wallAt,
  });
  await db.attempts.put({ ...row, clock: { since: start, sinceLo: start, sinceWall: wallAt, lo: start } });
  attempt = await open();
  await pass(500);
});

afterEach(async () => {
  await attempt.stop();
  await db.delete();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('typing', () => {
  it('row 16: is in the journal before the task ends, and there after a reload', async () => {
    attempt.type('1', '3');
    expect(kept[journalKey(id)]).toContain('"3"');
    // The page is gone in the very task: nothing has reached the database.
    const left = { ...kept };
    await attempt.stop();
    await db.cells.clear();
    kept = left;
    attempt = await open();
    expect(typed('1')).toBe('3');
    await pass(500);
    expect(server.cells()['1']?.v).toBe('3');
  });

  it('is on the disk at once, and then not in the journal', async () => {
    attempt.type('1', '3');
    await settled();
    expect(await db.cells.get([id, '1'])).toMatchObject({ cell: { v: '3' }, isDirty: 1 });
    expect(kept[journalKey(id)]).toBeUndefined();
  });

  it('erasing is an answer like any other', async () => {
    attempt.type('1', '3');
    await pass(7000);
    attempt.type('1', '');
    await pass(7000);
    expect(server.cells()['1']?.v).toBe('');
  });

  it('row 55: goes on where localStorage is shut', async () => {
    vi.stubGlobal('localStorage', undefined);
    expect(attempt.type('1', '3')).toBe(true);
    await pass(7000);
    expect(server.cells()['1']?.v).toBe('3');
  });
});

describe('the save loop', () => {
  it('saves five seconds after the first change, joined, and says saved only then', async () => {
    const before = server.saves.length;
    attempt.type('1', '1');
    expect(save()).toBe('sending');
    await pass(2000);
    attempt.type('2', '2');
    expect(server.saves.length).toBe(before);
    await pass(3500);
    expect(server.saves.length).toBe(before + 1);
    expect(save()).toBe('saved');
    expect(Object.keys(server.cells())).toEqual(['1', '2']);
  });

  it('gives a sign of life after half a minute', async () => {
    const before = server.saves.length;
    await pass(29_000);
    expect(server.saves.length).toBe(before);
    await pass(2000);
    expect(server.saves.length).toBe(before + 1);
  });

  it('row 4: a lost answer doubles nothing', async () => {
    server.lost = 1;
    attempt.type('1', '1');
    await pass(6000);
    expect(save()).toBe('device');
    await pass(10_000);
    expect(save()).toBe('saved');
    expect(server.cells()['1']?.v).toBe('1');
  });

  it('row 6: a silent server is told after eight seconds, and one call waits for it', async () => {
    let answer: () => void = () => undefined;
    const put = server.calls.putAnswers;
    server.calls.putAnswers = async (...args) => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return put(...args);
    };
    attempt.type('1', '1');
    await pass(7500);
    expect(save()).toBe('sending');
    await pass(1000);
    expect(save()).toBe('device');
    expect(attempt.type('2', '2')).toBe(true);
    const before = server.saves.length;
    server.calls.putAnswers = put;
    answer();
    await settled();
    expect(server.saves.length).toBe(before + 1);
    // What was typed meanwhile is not counted as saved.
    expect(save()).not.toBe('saved');
    await pass(7000);
    expect(save()).toBe('saved');
    expect(server.cells()['2']?.v).toBe('2');
  });

  it('row 8: a page of a Wi-Fi is no answer', async () => {
    server.trouble = [() => new OfflineError('captive')];
    attempt.type('1', '1');
    await pass(6000);
    expect(save()).toBe('device');
    expect(attempt.get().cells['1']?.isDirty).toBe(true);
  });

  it('row 9: waits as long as the server asks', async () => {
    const slow = () =>
      new HttpError({
        status: 429,
        data: {},
        failure: { code: 'rate', detail: '', request_id: '', retry_after: 20 } as never,
        call: 'test',
      });
    server.trouble = [slow];
    attempt.type('1', '1');
    await pass(6000);
    const before = server.saves.length;
    await pass(18_000);
    expect(server.saves.length).toBe(before);
    await pass(4000);
    expect(server.saves.length).toBe(before + 1);
    expect(save()).toBe('saved');
  });

  it('row 10: what the server does not take is told, the exam goes on and is handed in all the same', async () => {
    server.trouble = [() => refusal(400, 'validation', {})];
    attempt.type('1', '1');
    await pass(6000);
    expect(save()).toBe('refused');
    expect(attempt.type('1', '2')).toBe(true);
    await attempt.handIn();
    await settled();
    expect(attempt.get().row.receipt?.receipt_no).toBe('ABCDE-12345');
  });

  it('row 49: a full disk is told, and the connection is used every two seconds', async () => {
    vi.spyOn(db.cells, 'bulkPut').mockRejectedValue(
      new DOMException('no room', 'QuotaExceededError') as never,
    );
    server.trouble = [away];
    attempt.type('1', '1');
    await settled();
    attempt.type('1', '2');
    await settled();
    expect(save()).toBe('nowhere');
    await pass(6500);
    expect(server.cells()['1']?.v).toBe('2');
  });

  it('row 53: a token that is called over is renewed by the session, without it the answers wait', async () => {
    server.trouble = [() => refusal(403, 'attempt_token', {}), () => refusal(401, 'unauthorized', {})];
    attempt.type('1', '1');
    await pass(6000);
    expect(save()).toBe('device');
    await pass(12_000);
    expect(save()).toBe('saved');
  });
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
  });

  it('row 19: a throttled page seals late, and what is typed after the end does not count', async () => {
    attempt.type('1', '1');
    await pass(6000);
    // No timer runs any more.
    wallAt += 60 * minute;
    monoAt += 60 * minute;
    server.now += 60 * minute;
    expect(attempt.type('2', '2')).toBe(false);
    await settled();
    expect(attempt.get().row.state).toBe('sealed');
  });

  it('answers of another device come in at the hand-in, told, under a new key', async () => {
    attempt.type('1', '1');
    await pass(6000);
    server.put({ '2': { v: '9', at: start + 1, lo: start + 1, f: false, fat: 0, flo: 0 } });
    await attempt.handIn();
    await settled();
    expect(attempt.get().row).toMatchObject({ state: 'submitted', mergedIn: 1 });
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
    await settled();
    expect(round).toBe(3);
    expect(server.submits.at(-1)?.body.as_merged).toBe(true);
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
    expect(attempt.get().news).toMatchObject({ kind: 'extended', ms: 10 * minute });
    expect(attempt.type('2', '2')).toBe(true);
    expect(server.receipt).toBeNull();
  });

  it('what the server has ended otherwise is told as it is', async () => {
    server.receipt = {
      receipt_no: 'ZZZZZ-00000',
      seal: '',
      submitted_at: new Date(start).toISOString(),
      late_sync: false,
      ended_by: 'time',
      checkresult: null,
    };
    attempt.type('1', '1');
    await pass(6000);
    expect(attempt.get().row).toMatchObject({ state: 'submitted', receipt: { receipt_no: 'ZZZZZ-00000' } });
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

describe('the log', () => {
  it('is a chain that the server gets once', async () => {
    attempt.note('hidden');
    attempt.note('shown');
    await settled();
    await pass(31_000);
    const sent = server.saves.flatMap(({ events }) => events ?? []);
    expect(sent.map(({ n }) => n)).toEqual(sent.map((_, at) => at + 1));
    expect(new Set(sent.map(({ h }) => h)).size).toBe(sent.length);
    expect(await db.events.toArray()).toEqual([]);
  });
});
