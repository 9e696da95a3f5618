import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { timeLeft } from '#contracts/examClock.ts';
import { HttpError, OfflineError } from '../errors.ts';
import type { RunningAttempt } from './attempt.ts';
import { type AttemptBench, openBench, settled } from './attemptBench.ts';
import type { ExamDb } from './examDb.ts';
import { journalKey } from './journal.ts';
import type { CellRow } from './rows.ts';
import { away, id, minute, refusal, type ScriptedServer } from './scriptedServer.ts';

let bench: AttemptBench;
let server: ScriptedServer;
let db: ExamDb;
let attempt: RunningAttempt;

const pass = (ms: number, step?: number) => bench.pass(ms, step);
const typed = (slot: string) => attempt.get().cells[slot]?.v ?? '';
const save = () => attempt.get().save.kind;

beforeEach(async () => {
  bench = await openBench();
  ({ server, db } = bench);
  attempt = await bench.open();
  await pass(500);
});

afterEach(async () => {
  await attempt.stop();
  await bench.close();
});

describe('typing', () => {
  it('row 16: is in the journal before the task ends, and there after a reload', async () => {
    attempt.type('1', '3');
    expect(bench.kept[journalKey(id)]).toContain('"3"');
    // The page closes in the same task: nothing has reached the database.
    const left = { ...bench.kept };
    await attempt.stop();
    await db.cells.clear();
    bench.kept = left;
    attempt = await bench.open();
    expect(typed('1')).toBe('3');
    await pass(500);
    expect(server.cells()['1']?.v).toBe('3');
  });

  it('is on the disk at once, and then not in the journal', async () => {
    attempt.type('1', '3');
    await settled();
    expect(await db.cells.get([id, '1'])).toMatchObject({ cell: { v: '3' }, isDirty: 1 });
    expect(bench.kept[journalKey(id)]).toBeUndefined();
  });

  it('erasing is an answer like any other', async () => {
    attempt.type('1', '3');
    await pass(7000);
    attempt.type('1', '');
    await pass(7000);
    expect(server.cells()['1']?.v).toBe('');
  });

  it('row 55: goes on where localStorage is shut: it is not there, or throws when it is only named', async () => {
    vi.stubGlobal('localStorage', undefined);
    expect(attempt.type('1', '3')).toBe(true);
    await pass(7000);
    expect(server.cells()['1']?.v).toBe('3');
    Object.defineProperty(globalThis, 'localStorage', {
      configurable: true,
      get: () => {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
    expect(attempt.type('1', '4')).toBe(true);
    await settled();
    expect(await db.cells.get([id, '1'])).toMatchObject({ cell: { v: '4' } });
    await pass(7000);
    expect(save()).toBe('saved');
    expect(server.cells()['1']?.v).toBe('4');
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

  it('row 5: a save that was held up and comes after a newer one takes nothing back, and the log stays whole', async () => {
    const put = server.calls.putAnswers;
    let arrive: () => Promise<unknown> = () => Promise.reject(new Error('nothing was sent'));
    server.calls.putAnswers = async (of, body) => {
      server.calls.putAnswers = put;
      const held = structuredClone(body);
      arrive = () => put(of, held);
      throw away();
    };
    attempt.type('1', '1');
    await pass(6000);
    expect(save()).toBe('device');
    attempt.type('1', '2');
    attempt.type('2', '2');
    await pass(10_000);
    expect(save()).toBe('saved');
    await arrive();
    await pass(31_000);
    expect(Object.values(server.cells()).map(({ v }) => v)).toEqual(['2', '2']);
    expect([typed('1'), typed('2'), save()]).toEqual(['2', '2', 'saved']);
    expect(server.isChainWhole).toBe(true);
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
    // A change during the call does not count as saved.
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

  it.each([
    [400, 'validation'],
    [413, 'too_large'],
  ])(
    'row 10: what the server does not take (%d) is told, the exam goes on and is handed in all the same',
    async (status, code) => {
      server.trouble = [() => refusal(status, code, {})];
      attempt.type('1', '1');
      await pass(6000);
      expect(save()).toBe('refused');
      expect(attempt.type('1', '2')).toBe(true);
      await attempt.handIn();
      await vi.waitFor(() => expect(attempt.get().row.receipt?.receipt_no).toBe('ABCDE-12345'));
    },
  );

  it('row 49: a full disk is told, and the connection is used every two seconds: while it fails, and while it works', async () => {
    vi.spyOn(db.cells, 'bulkPut').mockRejectedValue(
      new DOMException('no room', 'QuotaExceededError') as never,
    );
    let calls = 0;
    const put = server.calls.putAnswers;
    server.calls.putAnswers = (...args) => {
      calls += 1;
      return put(...args);
    };
    server.trouble = Array.from({ length: 100 }, () => away);
    attempt.type('1', '1');
    await settled();
    attempt.type('1', '2');
    await settled();
    expect(save()).toBe('nowhere');
    await pass(20_000);
    expect(calls).toBeGreaterThanOrEqual(8);
    server.trouble = [];
    await pass(2500);
    expect(server.cells()['1']?.v).toBe('2');
    for (const value of ['3', '4', '5']) {
      attempt.type('1', value);
      await settled();
      expect(save()).toBe('nowhere');
      await pass(2500);
      expect([server.cells()['1']?.v, save()]).toEqual([value, 'saved']);
    }
  });

  it('row 49: drawings give way to answers, and then nothing is said', async () => {
    await db.strokes.put({ attempt: id, question: 'q', lines: [[[0, 0, 1]]] });
    // There is room as soon as the drawings are gone.
    const [put, clear] = [db.cells.bulkPut.bind(db.cells), db.strokes.clear.bind(db.strokes)];
    let isFull = true;
    vi.spyOn(db.strokes, 'clear').mockImplementation(() => {
      isFull = false;
      return clear();
    });
    vi.spyOn(db.cells, 'bulkPut').mockImplementation(((rows: CellRow[]) =>
      isFull ? Promise.reject(new DOMException('no room', 'QuotaExceededError')) : put(rows)) as never);
    attempt.type('1', '1');
    await settled();
    await pass(1500);
    expect(await db.strokes.count()).toBe(0);
    expect(await db.cells.get([id, '1'])).toMatchObject({ cell: { v: '1' } });
    expect(save()).toBe('sending');
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

it('row 74: a correction comes with the next answer of the server, and that it was seen is in the log', async () => {
  const erratum = { id: 'e1', question: 'q1', html: '<p>図2の単位はcmです。</p>', at: '' };
  server.errata = [erratum];
  await pass(31_000);
  expect(attempt.get().row).toMatchObject({ errata: [erratum], seenErrata: [] });
  attempt.seen('e1');
  attempt.seen('e1');
  await pass(31_000);
  expect(attempt.get().row.seenErrata).toEqual(['e1']);
  const events = server.saves.flatMap((sent) => sent.events ?? []);
  const shown = new Map(events.filter(({ kind }) => kind === 'erratum_shown').map(({ n, d }) => [n, d]));
  expect([...shown.values()]).toEqual(['e1']);
});

it('row 28: asleep or set forward without a network: the smaller time is shown, answers go on, the server decides', async () => {
  server.trouble = Array.from({ length: 5000 }, () => away);
  await pass(1000);
  bench.setWall(50 * minute);
  await pass(1000);
  expect(attempt.isUnsure()).toBe(true);
  const { lo, hi } = attempt.now();
  expect(hi - lo).toBeGreaterThan(49 * minute);
  // By the later clock it is over in ten minutes, by the earlier one it runs for an hour still.
  await pass(20 * minute, 10_000);
  expect(attempt.type('1', '1')).toBe(true);
  expect(attempt.get().row.state).toBe('running');
  server.trouble = [];
  await pass(31_000);
  expect(attempt.isUnsure()).toBe(false);
  expect(attempt.now().hi - attempt.now().lo).toBeLessThan(2000);
  expect(save()).toBe('saved');
  expect(server.cells()['1']?.v).toBe('1');
});

/** The time left as the room shows it, ms. */
const left = () => timeLeft(attempt.get().row.deadline, attempt.now());
/** What the server knows of how the device's clock has jumped, ms. */
const jumps = () =>
  server.saves.flatMap(({ events }) =>
    (events ?? []).flatMap(({ kind, d }) => (kind === 'clock_jump' ? [d] : [])),
  );

it('row 27: after a sleep with a network at hand the server is asked at once, and the time left is right within a second', async () => {
  attempt.type('1', '1');
  await pass(minute);
  const before = server.saves.length;
  bench.sleep(20 * minute);
  await pass(1000);
  expect(server.saves.length).toBe(before + 1);
  expect(Math.abs(left() - (server.deadline - server.now))).toBeLessThanOrEqual(1000);
  expect(attempt.isUnsure()).toBe(false);
  expect(attempt.type('1', '2')).toBe(true);
  await pass(31_000);
  expect(jumps()).toEqual([20 * minute]);
  expect(server.cells()['1']?.v).toBe('2');
});

it('row 28: it slept over the end, without a network: what was typed after it does not count, and that is told', async () => {
  attempt.type('1', '1');
  server.trouble = Array.from({ length: 5000 }, () => away);
  await pass(6000);
  bench.sleep(70 * minute);
  await pass(1000);
  // By the clock that stood still there is time: nobody here can know that there is none.
  expect(attempt.type('2', '2')).toBe(true);
  server.trouble = [];
  await pass(31_000);
  expect(Object.keys(server.cells())).toEqual(['1']);
  expect(attempt.get().row.dropped).toEqual([{ slot: '2', reason: 'late', v: '2' }]);
  expect(attempt.type('3', '3')).toBe(false);
});

it.each([60, -60])(
  'row 41: a clock that is moved by %i minutes moves the time left by no more than two seconds, and is in the log',
  async (moved) => {
    await pass(minute);
    attempt.type('1', '1');
    bench.setWall(moved * minute);
    await pass(2000);
    expect(Math.abs(left() - (server.deadline - server.now))).toBeLessThanOrEqual(2000);
    expect(attempt.isUnsure()).toBe(false);
    expect(attempt.type('2', '2')).toBe(true);
    await pass(31_000);
    expect(Math.abs(left() - (server.deadline - server.now))).toBeLessThanOrEqual(2000);
    expect(jumps()).toEqual([moved * minute]);
    expect([Object.keys(server.cells()), attempt.get().row.dropped]).toEqual([['1', '2'], []]);
  },
);

it('row 42: set ahead an hour without a network and without sleep: all that was typed counts at the reconnect', async () => {
  attempt.type('1', '1');
  server.trouble = Array.from({ length: 5000 }, () => away);
  await pass(6000);
  bench.setWall(60 * minute);
  await pass(1000);
  expect(attempt.type('2', '2')).toBe(true);
  // By the wall clock it has been over for half an hour.
  await pass(30 * minute, 25_000);
  expect(attempt.type('3', '3')).toBe(true);
  expect(attempt.get().row.state).toBe('running');
  server.trouble = [];
  await pass(31_000);
  expect(save()).toBe('saved');
  expect(Object.keys(server.cells())).toEqual(['1', '2', '3']);
  expect(attempt.get().row.dropped).toEqual([]);
  expect(Math.abs(left() - (server.deadline - server.now))).toBeLessThanOrEqual(2000);
});

it('row 43: set back an hour without a network: it ends at the same moment, also after a reload', async () => {
  attempt.type('1', '1');
  server.trouble = Array.from({ length: 5000 }, () => away);
  await pass(6000);
  bench.setWall(-60 * minute);
  await pass(29 * minute, 25_000);
  await attempt.stop();
  attempt = await bench.open();
  await pass(30 * minute, 25_000);
  expect(attempt.type('2', '2')).toBe(true);
  await pass(minute, 10_000);
  expect(attempt.type('3', '3')).toBe(false);
  expect(attempt.get().row).toMatchObject({ state: 'sealed', seal: { by: 'time' } });
  server.trouble = [];
  await pass(60_000);
  expect(attempt.get().row.state).toBe('submitted');
  expect(Object.keys(server.cells())).toEqual(['1', '2']);
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

  /** How a kept page comes back while another one writes: it waits for its turn, and reads. */
  const comeBackAsReader = async () => {
    attempt.cameBack();
    await vi.waitFor(() => expect(attempt.get().turn).toBe('reader'), { timeout: 8000 });
  };

  it('row 20: a page that comes back while another one writes adds nothing to its log, and sends nothing', async () => {
    attempt.note('shown');
    await pass(31_000);
    attempt.putAside();
    // The browser reports both: when it freezes the page, and when it shows the page again.
    attempt.note('hidden');
    const other = await bench.open();
    other.type('1', '1');
    await pass(6000);
    const before = server.saves.length;
    attempt.wake();
    attempt.note('shown');
    await settled();
    expect(server.saves.length).toBe(before);
    await comeBackAsReader();
    attempt.note('shown');
    other.note('hidden');
    other.note('shown');
    await settled();
    await attempt.takeTurn();
    await vi.waitFor(() => expect(attempt.get().turn).toBe('writer'));
    await settled();
    expect(typed('1')).toBe('1');
    expect(attempt.type('2', '2')).toBe(true);
    await pass(6000);
    await other.stop();
    expect(save()).toBe('saved');
    expect(server.isChainWhole).toBe(true);
    expect(Object.keys(server.cells())).toEqual(['1', '2']);
  }, 20_000);

  it('row 20: a page that comes back alone writes on, with what was typed while it looked for its turn', async () => {
    attempt.note('shown');
    attempt.putAside();
    attempt.cameBack();
    expect(attempt.type('1', '1')).toBe(true);
    await attempt.handIn();
    await vi.waitFor(() => expect(attempt.get().row.state).toBe('submitted'));
    expect(server.isChainWhole).toBe(true);
    expect(Object.keys(server.cells())).toEqual(['1']);
  });

  it('begins anew where the answer to a take-over was lost, and the token is asked for again', async () => {
    attempt.note('shown');
    await pass(6000);
    server.epoch = 2;
    server.trouble = [() => refusal(403, 'attempt_token', {})];
    attempt.type('1', '1');
    await pass(12_000);
    expect(attempt.get().row).toMatchObject({ epoch: 2, token: 't2' });
    attempt.note('hidden');
    await pass(31_000);
    expect(save()).toBe('saved');
    expect(server.isChainWhole).toBe(true);
  });
});
