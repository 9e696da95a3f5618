import { beforeEach, describe, expect, it } from 'vitest';
import type { Attempt, AttemptRefusal, Saved } from '#contracts/examAttempt.ts';
import { digestOf } from '#contracts/examMerge.ts';
import { examAttempts, examVersions } from '../../db/schema/exam.ts';
import { examEvents, examOrphans } from '../../db/schema/examLog.ts';
import { countedSave } from '../../domain/attempt/saveLoad.ts';
import { bodyOf, refusalOf } from '../../testing/answers.ts';
import type { TestApp } from '../../testing/createTestApp.ts';
import {
  chainOf,
  createSitting,
  type ExamDevice,
  enterExam,
  examDevice,
  minutes,
  type TestExam,
} from '../../testing/exam.ts';
import { type SignedIn, testPassword } from '../../testing/users.ts';

/** Above every limit by the minute; the long run has the number of the row. */
const takersAtOnce = Number(process.env.PROPERTY_CASES ?? 200) >= 2000 ? 300 : 70;

let app: TestApp;
let exam: TestExam;
let user: SignedIn;
let device: ExamDevice;
let start: number;

const valuesOf = (cells: Record<string, { v: string }>) =>
  Object.fromEntries(Object.entries(cells).map(([slot, { v }]) => [slot, v]));
const attemptRow = async () => (await app.db.select().from(examAttempts))[0];
const orphans = async () =>
  (await app.db.select().from(examOrphans)).map(({ reason, cells }) => [reason, Object.keys(cells)]);

beforeEach(async () => {
  ({ app, exam, user, device, start } = await createSitting());
});

describe('a save', () => {
  it('merges, counts a revision for each change, and gives everything back', async () => {
    const one = await bodyOf<Saved>(device.save({ a: ['1', start + 5_000] }));
    expect(one).toMatchObject({
      rev: 1,
      save_every: 5,
      dropped: [],
      cells: { a: { v: '1', at: start + 5_000 } },
    });
    const two = await bodyOf<Saved>(device.save({ b: ['2', start + 6_000] }));
    expect([two.rev, valuesOf(two.cells)]).toEqual([2, { a: '1', b: '2' }]);
  });

  it('row 4: sent again changes nothing', async () => {
    const typed = { a: ['1', start + 5_000] } as const;
    await device.save({ a: [...typed.a] });
    const again = await bodyOf<Saved>(device.save({ a: [...typed.a] }));
    expect([again.rev, valuesOf(again.cells)]).toEqual([1, { a: '1' }]);
  });

  it.each([25_000, 90_000])(
    'row 5: that was %i ms on its way and comes after a newer one takes nothing back, and raises no doubt',
    async (way) => {
      const passed = minutes(1);
      const whenSent = { client_at: { since: device.attempt.server_now, dlo: passed, dhi: passed } };
      app.clock.advance(20_000);
      await device.save({ a: ['2', start + minutes(1) + 10_000] });
      app.clock.advance(way - 20_000);
      const late = await bodyOf<Saved>(
        device.save({ a: ['1', start + 10_000], b: ['1', start + 11_000] }, whenSent),
      );
      expect(valuesOf(late.cells)).toEqual({ a: '2', b: '1' });
      expect((await attemptRow())?.needsLook).toBe(false);
    },
  );

  it('row 5: it raises none either where the clocks of its device were apart, and no cell of it wins by one of them', async () => {
    const apart = (lo: number, v: string) => ({
      answers: { a: { v, lo: start + lo, hi: start + lo + minutes(60) } },
      client_at: { since: device.attempt.server_now, dlo: lo, dhi: lo + minutes(60) },
    });
    app.clock.advance(minutes(58));
    await device.save({}, apart(minutes(59), '2'));
    // After the end: by its other clock the cell was typed too late.
    app.clock.advance(100_000);
    const late = await bodyOf<Saved>(device.save({}, apart(minutes(59) - 10_000, '1')));
    expect([late.dropped, valuesOf(late.cells)]).toEqual([[], { a: '2' }]);
    expect((await attemptRow())?.needsLook).toBe(false);
  });

  it('keeps erased answers, flags with their own time, and picks', async () => {
    await device.save({ a: ['1', start + 1_000] });
    const flag = { f: true, flo: start + 2_000, fhi: start + 2_000 };
    const body = await bodyOf<Saved>(
      device.save(
        { a: ['', start + 3_000] },
        { answers: { a: { v: '', lo: start + 3_000, hi: start + 3_000, ...flag } } },
      ),
    );
    expect(body.cells.a).toMatchObject({ v: '', at: start + 3_000, f: true, fat: start + 2_000 });
  });

  it('drops what is no slot of the subject, and keeps it apart', async () => {
    const body = await bodyOf<Saved>(device.save({ zz: ['1', start + 5_000], a: ['1', start + 5_000] }));
    expect([body.dropped, valuesOf(body.cells)]).toEqual([[{ slot: 'zz', reason: 'unknown' }], { a: '1' }]);
    await device.save({ zz: ['1', start + 5_000] });
    expect(await orphans()).toEqual([['unknown', ['zz']]]);
  });

  it('of tracks keeps the most plays', async () => {
    await device.save({}, { audio_plays: { l1: 2 } });
    const body = await bodyOf<Saved>(device.save({}, { audio_plays: { l1: 1, l2: 1 } }));
    expect(body.audio_plays).toEqual({ l1: 2, l2: 1 });
  });

  it('row 33: with a forged or somebody else’s token, or one for another epoch, is 403 and stores nothing', async () => {
    const typed = { a: ['1', start + 5_000] } as const;
    const send = (token: string | null, lease = 1) =>
      refusalOf(
        device.save({ a: [...typed.a] }, { lease }, token === null ? {} : { 'X-Attempt-Token': token }),
      );
    const own = device.attempt.token ?? '';
    expect(await send(null)).toBe('403 attempt_token');
    expect(await send(`${own.slice(0, -1)}${own.endsWith('A') ? 'B' : 'A'}`)).toBe('403 attempt_token');
    expect(await send(own.replace('1.', '2.'))).toBe('403 attempt_token');
    const other = examDevice(app, exam, user, 'device-two');
    await other.lease(true, device.attempt.id);
    expect(await send(own, 2)).toBe('403 attempt_token');
    const body = await bodyOf<Attempt>(other.read());
    expect([body.rev, body.cells]).toEqual([0, {}]);
  });

  it('asks for fewer saves while others are under way, and for the usual ones after them', async () => {
    const waiting: (() => void)[] = [];
    const others = Array.from({ length: 100 }, () =>
      countedSave(() => new Promise<void>((resolve) => waiting.push(resolve))),
    );
    expect((await bodyOf<Saved>(device.save({ a: ['1', start + 5_000] }))).save_every).toBe(9);
    for (const done of waiting) done();
    await Promise.all(others);
    expect((await bodyOf<Saved>(device.save({ a: ['2', start + 6_000] }))).save_every).toBe(5);
  });

  it.each<[string, () => unknown]>([
    ['was logged out', () => app.call('POST', '/accounts/logout/', { token: user.token })],
    [
      'ended with a change of the password on another device',
      async () => {
        const other = await app.signIn(user);
        const next = { new_password: 'himawari-77-natsu', new_password_confirm: 'himawari-77-natsu' };
        const json = { current_password: testPassword, ...next };
        await bodyOf(app.call('POST', '/accounts/password/change/', { token: other.token, json }));
      },
    ],
    ['has expired', () => app.clock.advance(minutes(60))],
  ])('row 53: needs no session: when it %s, the exam goes on', async (_, end) => {
    await end();
    expect(await refusalOf(app.call('GET', '/accounts/user/', { token: user.token }))).toMatch(/^401/);
    expect((await device.save({ a: ['1', start + 30_000] })).status).toBe(200);
    expect((await device.submit({ a: ['1', start + 30_000] })).status).toBe(200);
  });

  it('above sixty a minute is 429 with the seconds to wait', async () => {
    for (let count = 0; count < 60; count += 1) expect((await device.save({})).status).toBe(200);
    const answer = await device.save({ a: ['1', start + 1_000] });
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([429, '60']);
    app.clock.advance(minutes(1));
    expect((await device.save({ a: ['1', start + 1_000] })).status).toBe(200);
  });

  it('row 15: takers behind one address start, save and hand in within a minute, not limited by the address', async () => {
    const statuses: Record<string, number> = {};
    const from = { 'X-Forwarded-For': '203.0.113.9' };
    const base = `/api/exam/mockexam/${exam.exam.id}/attempt/`;
    const note = async (answer: Response) => {
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      return answer;
    };
    for (let count = 0; count < takersAtOnce; count += 1) {
      const { id: userId, token } = await app.signIn();
      await enterExam(app.deps, exam, userId);
      const begun = { subject: 'math', device_id: 'device-one' };
      const answer = await note(await app.call('POST', base, { token, headers: from, json: begun }));
      const attempt = await bodyOf<Attempt>(answer);
      const headers = { ...from, 'X-Attempt-Token': attempt.token ?? '' };
      const client_at = { since: attempt.server_now, dlo: 0, dhi: 0 };
      const json = { lease: 1, rev: 0, answers: {}, client_at };
      await note(await app.call('PUT', `${base}${attempt.id}/answers/`, { headers, json }));
      const last = { ...json, digest: await digestOf({}) };
      await note(await app.call('POST', `${base}${attempt.id}/submit/`, { headers, json: last }));
    }
    expect(statuses).toEqual({ 200: 2 * takersAtOnce, 201: takersAtOnce });
  });

  it('over 256 KiB is 413', async () => {
    const answer = await device.save({}, { padding: 'x'.repeat(300_000) });
    expect([answer.status, ((await answer.json()) as AttemptRefusal).code]).toEqual([413, 'too_large']);
  });

  it('row 68: whose process dies between merge and commit has stored nothing, and goes through when it is sent again', async () => {
    const typed = { a: ['1', start + 5_000], zz: ['1', start + 5_000] } as const;
    const send = () =>
      device.save(
        { a: [...typed.a], zz: [...typed.zz] },
        { events: chainOf(device.attempt.chain_seed ?? '', ['start'], start) },
      );
    const { db } = app.deps;
    app.deps.db = new Proxy(db, {
      get: (of, name) =>
        name === 'transaction'
          ? (run: (tx: typeof db) => Promise<unknown>) =>
              of.transaction(async (tx) => {
                await run(tx);
                throw new Error('killed');
              })
          : Reflect.get(of, name, of),
    });
    expect((await send()).status).toBe(500);
    app.deps.db = db;
    expect(await app.db.select().from(examEvents)).toHaveLength(0);
    expect(await orphans()).toEqual([]);
    const body = await bodyOf<Saved>(send());
    expect([body.rev, valuesOf(body.cells), body.events_to]).toEqual([1, { a: '1' }, 1]);
  });

  it('row 74: tells corrections that were made while it is taken', async () => {
    const erratum = {
      id: 'e1',
      subject: 'math',
      question: 'q-g1',
      html: '<p>訂正</p>',
      at: new Date(start).toISOString(),
    };
    await app.db
      .update(examVersions)
      .set({ errata: [erratum, { ...erratum, id: 'e2', subject: 'english' }] });
    const body = await bodyOf<Saved>(device.save({}));
    expect(body.errata.map(({ id, html }) => [id, html])).toEqual([['e1', '<p>訂正</p>']]);
  });

  it('row 60: with fields it does not know is taken all the same', async () => {
    const body = await bodyOf<Saved>(device.save({ a: ['1', start + 1] }, { later_field: { deep: [1] } }));
    expect(valuesOf(body.cells)).toEqual({ a: '1' });
  });
});

describe('the device’s clocks', () => {
  const save = (lo: number, hi: number, clientAt: object, slot = 'a') =>
    bodyOf<Saved>(device.save({}, { answers: { [slot]: { v: '1', lo, hi } }, client_at: clientAt }));
  const since = () => device.attempt.server_now;

  it('row 27: after a sleep the later one is believed, because it fits', async () => {
    app.clock.advance(minutes(20));
    const body = await save(start + minutes(1), start + minutes(21), {
      since: since(),
      dlo: minutes(1),
      dhi: minutes(21),
    });
    expect(body.cells.a?.at).toBe(start + minutes(21));
  });

  it.each([
    { what: 'slept over the end: typed after it', passed: minutes(71), dropped: ['a'], at: undefined },
    { what: 'did not sleep: typed in time', passed: minutes(31), dropped: [], at: minutes(30) },
  ])('rows 28 and 42: by one of them it is over. A device that $what', async ({ passed, dropped, at }) => {
    app.clock.advance(passed - minutes(1));
    const typed = (lo: number, hi: number) => ({ v: '1', lo: start + lo, hi: start + hi });
    const body = await bodyOf<Saved>(
      device.save(
        {},
        {
          answers: { a: typed(minutes(30), minutes(70)), b: typed(minutes(5), minutes(5)) },
          client_at: { since: since(), dlo: minutes(31), dhi: minutes(71) },
        },
      ),
    );
    expect(body.dropped).toEqual(dropped.map((slot) => ({ slot, reason: 'late' })));
    expect([body.cells.a?.at, body.cells.b?.at]).toEqual([at && start + at, start + minutes(5)]);
    expect(await orphans()).toEqual(dropped.length > 0 ? [['late', dropped]] : []);
    expect((await attemptRow())?.needsLook).toBe(false);
  });

  it('row 42: set an hour ahead without sleep loses nothing', async () => {
    const body = await save(start + minutes(1), start + minutes(61), {
      since: since(),
      dlo: minutes(1),
      dhi: minutes(61),
    });
    expect(body.cells.a?.at).toBe(start + minutes(1));
    expect((await attemptRow())?.needsLook).toBe(false);
  });

  it('row 43: set back to win time: what was typed after the deadline is kept apart and told', async () => {
    app.clock.advance(minutes(70));
    const clientAt = { since: since(), dlo: minutes(71), dhi: minutes(71) };
    const body = await save(start + minutes(65), start + minutes(65), clientAt);
    expect([body.dropped, body.cells]).toEqual([[{ slot: 'a', reason: 'late' }], {}]);
    expect(await orphans()).toEqual([['late', ['a']]]);
  });

  it('row 43: what is kept apart is bounded: a device with a wrong clock fills no disk, and its newest state stays', async () => {
    app.clock.advance(minutes(70));
    const clientAt = { since: since(), dlo: minutes(71), dhi: minutes(71) };
    for (let nth = 0; nth < 12; nth += 1) {
      const at = start + minutes(65) + nth * 1_000;
      await save(at, at, clientAt);
    }
    await device.save({ zz: ['1', start + minutes(65)] });
    const rows = await app.db.select().from(examOrphans);
    const late = rows.filter(({ reason }) => reason === 'late');
    expect(late).toHaveLength(8);
    expect(Math.max(...late.map(({ cells }) => cells.a?.lo ?? 0))).toBe(start + minutes(65) + 11_000);
    expect(rows.filter(({ reason }) => reason === 'unknown')).toHaveLength(1);
  });

  it('none fits: the attempt is looked at only when a cell hangs on it', async () => {
    app.clock.advance(minutes(69));
    const odd = { since: since(), dlo: minutes(10), dhi: minutes(30) };
    await save(start + minutes(10), start + minutes(30), odd);
    expect((await attemptRow())?.needsLook).toBe(false);
    const body = await save(start + minutes(50), start + minutes(65), odd, 'b');
    expect(body.cells.b?.at).toBe(start + minutes(50));
    expect((await attemptRow())?.needsLook).toBe(true);
  });

  it('a cell that was seen before keeps its first time', async () => {
    await save(start + 1_000, start + 50_000, { since: since(), dlo: 0, dhi: minutes(1) });
    const again = await save(start + 1_000, start + 50_000, {
      since: since(),
      dlo: minutes(1),
      dhi: minutes(1),
    });
    expect(again.cells.a?.at).toBe(start + 50_000);
    expect(again.rev).toBe(1);
  });
});

describe('two devices', () => {
  let second: ExamDevice;
  beforeEach(async () => {
    await device.save({ a: ['1', start + 10_000] });
    second = examDevice(app, exam, user, 'device-two');
  });

  it('row 29: another device is asked while the first one was heard of, and then goes on with everything', async () => {
    const asked = await second.lease(false, device.attempt.id);
    expect([asked.status, await asked.json()]).toMatchObject([
      423,
      { code: 'lease_held', device_label: 'device-one' },
    ]);
    app.clock.advance(90_000);
    const taken = await bodyOf<Attempt>(second.lease(false, device.attempt.id));
    expect([taken.epoch, valuesOf(taken.cells)]).toEqual([2, { a: '1' }]);
    expect(taken.key).not.toBeNull();
  });

  it('row 30: the first one comes back: earlier cells are merged, later ones kept apart and counted', async () => {
    await second.lease(true, device.attempt.id);
    const takeover = app.clock.now();
    app.clock.advance(minutes(5));
    await second.save({ b: ['2', takeover + minutes(2)] });
    const answer = await device.save({
      b: ['1', takeover - 2_000],
      c: ['2', takeover - 1_000],
      d: ['2', takeover + minutes(1)],
    });
    expect([answer.status, await answer.json()]).toMatchObject([
      423,
      { code: 'lease_lost', held_by: { device_label: 'device-two' }, merged: 1, kept: 1 },
    ]);
    const now = await bodyOf<Attempt>(second.read());
    expect(valuesOf(now.cells)).toEqual({ a: '1', b: '2', c: '2' });
    expect(await orphans()).toEqual([['epoch', ['d']]]);
  });

  it('row 31: both claim in turn: epochs rise, and nothing switches by itself', async () => {
    await second.lease(true, device.attempt.id);
    app.clock.advance(5_000);
    expect((await device.lease(false)).status).toBe(423);
    expect((await bodyOf<Attempt>(device.lease(true))).epoch).toBe(3);
    expect((await device.save({ c: ['2', app.clock.now()] })).status).toBe(200);
    expect((await second.save({})).status).toBe(423);
  });

  it('row 32: the old device cannot hand in', async () => {
    await second.lease(true, device.attempt.id);
    expect(await refusalOf(device.submit({ a: ['1', start + 10_000] }))).toBe('423 lease_lost');
    expect((await attemptRow())?.state).toBe('running');
  });

  it('the old device’s calls are no sign of life of the new one', async () => {
    await second.lease(true, device.attempt.id);
    app.clock.advance(89_000);
    await device.save({});
    app.clock.advance(1_000);
    expect((await device.lease(false)).status).toBe(200);
  });
});

describe('the event log', () => {
  it('is kept as far as it is chained; a repeated batch is passed over', async () => {
    const events = chainOf(device.attempt.chain_seed ?? '', ['start', 'hidden', 'shown'], start);
    const first = await bodyOf<Saved>(device.save({}, { events: events.slice(0, 2) }));
    expect(first.events_to).toBe(2);
    expect((await bodyOf<Saved>(device.save({}, { events }))).events_to).toBe(3);
    expect((await bodyOf<Saved>(device.save({}, { events }))).events_to).toBe(3);
    expect((await attemptRow())?.chainOk).toBe(true);
    expect(await app.db.select().from(examEvents)).toHaveLength(2);
  });

  it('with a gap or a wrong sum puts the attempt up to be looked at, and keeps the answers', async () => {
    const events = chainOf(device.attempt.chain_seed ?? '', ['start', 'hidden', 'shown'], start);
    const body = await bodyOf<Saved>(device.save({ a: ['1', start + 5_000] }, { events: events.slice(1) }));
    expect([body.events_to, valuesOf(body.cells)]).toEqual([3, { a: '1' }]);
    expect(await attemptRow()).toMatchObject({ chainOk: false, needsLook: true });
  });

  it('of another seed is not whole', async () => {
    await device.save({}, { events: chainOf('0'.repeat(64), ['start'], start) });
    expect((await attemptRow())?.chainOk).toBe(false);
  });

  it('begins anew with each epoch', async () => {
    await device.save({}, { events: chainOf(device.attempt.chain_seed ?? '', ['start'], start) });
    const second = examDevice(app, exam, user, 'device-two');
    const taken = await bodyOf<Attempt>(second.lease(true, device.attempt.id));
    expect(taken.chain_seed).not.toBe(device.attempt.chain_seed);
    expect(taken.events_to).toBe(0);
    const saved = await bodyOf<Saved>(
      second.save({}, { events: chainOf(taken.chain_seed ?? '', ['lease_got'], start) }),
    );
    expect(saved.events_to).toBe(1);
    expect((await attemptRow())?.chainOk).toBe(true);
  });
});
