import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Attempt, Checkresult, PackManifest, Submitted } from '#contracts/examAttempt.ts';
import { examAllowances, examAttempts, examEntries, examSubjects } from '../../db/schema/exam.ts';
import { voidAttempt } from '../../domain/attempt/void.ts';
import { openPackKey, sealPack } from '../../domain/exam/sealPack.ts';
import { bodyOf, refusalOf } from '../../testing/answers.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import { expectMembersOnly } from '../../testing/everyCaller.ts';
import { enterExam, examDevice, minutes, storeExam, type TestExam } from '../../testing/exam.ts';
import type { SignedIn } from '../../testing/users.ts';

let app: TestApp;
let exam: TestExam;
let user: SignedIn;

const deadlineAfter = (attempt: Attempt) =>
  Date.parse(attempt.deadline_at) - Date.parse(attempt.started_at ?? '');
const rows = () => app.db.select().from(examAttempts);

beforeEach(async () => {
  app = await createTestApp();
  exam = await storeExam(app.deps);
  user = await app.signIn();
  await enterExam(app.deps, exam, user.id);
});

describe('a start', () => {
  it('gives the key, a token and the deadline', async () => {
    const device = examDevice(app, exam, user);
    const answer = await device.start();
    expect(answer.status).toBe(201);
    const attempt = await bodyOf<Attempt>(answer);
    expect(attempt).toMatchObject({ subject: 'math', state: 'running', epoch: 1, rev: 0, held_by: null });
    expect(Buffer.from(attempt.key ?? '', 'base64url')).toHaveLength(32);
    expect(attempt.token).toMatch(/^1\./);
    expect(deadlineAfter(attempt)).toBe(minutes(60));
  });

  it('is for members', async () => {
    const path = `/api/exam/mockexam/${exam.exam.id}/attempt/`;
    const json = { subject: 'math', device_id: 'device-one' };
    await expectMembersOnly(app, user, (who) => app.call('POST', path, { ...who, json }));
  });

  it('row 2: sent again with its key it is the same attempt, and up to two minutes are added once', async () => {
    const key = randomUUID();
    const device = examDevice(app, exam, user);
    const first = await bodyOf<Attempt>(device.start('math', { key }));
    app.clock.advance(90_000);
    const answer = await device.start('math', { key });
    expect(answer.status).toBe(200);
    const again = await bodyOf<Attempt>(answer);
    expect(again).toMatchObject({ id: first.id, started_at: first.started_at, epoch: 1 });
    expect(deadlineAfter(again)).toBe(minutes(60) + 90_000);
    app.clock.advance(600_000);
    expect(deadlineAfter(await bodyOf<Attempt>(device.start('math', { key })))).toBe(minutes(62));
    expect(deadlineAfter(await bodyOf<Attempt>(device.start('math', { key: randomUUID() })))).toBe(
      minutes(62),
    );
  });

  it('row 3: twice at once is one attempt with one deadline', async () => {
    const second = await createTestApp({ besides: app });
    const [one, other] = await Promise.all([
      bodyOf<Attempt>(examDevice(app, exam, user).start()),
      bodyOf<Attempt>(examDevice(second, exam, user).start()),
    ]);
    expect(other).toMatchObject({ id: one.id, deadline_at: one.deadline_at });
    expect(await rows()).toHaveLength(1);
  });

  it('on another device tells who writes, and no key', async () => {
    await examDevice(app, exam, user).start();
    const other = await bodyOf<Attempt>(examDevice(app, exam, user, 'device-two').start());
    expect(other).toMatchObject({
      key: null,
      token: null,
      cells: {},
      held_by: { device_label: 'device-one' },
    });
  });

  it('the time until the first question is added once, twenty seconds at most', async () => {
    const device = examDevice(app, exam, user);
    const attempt = await bodyOf<Attempt>(device.start());
    app.clock.advance(30_000);
    await device.save({}, { first_shown: 25_000 });
    const saved = await bodyOf<Attempt>(device.save({}, { first_shown: 19_000 }));
    expect(Date.parse(saved.deadline_at) - Date.parse(attempt.started_at ?? '')).toBe(minutes(60) + 20_000);
  });

  it('row 47: a second early, and after the window, is 409 with the server’s time, and consumes nothing', async () => {
    const now = app.clock.now();
    const fields = { name: 'b', examFrom: new Date(now + 1_000), examUntil: new Date(now + minutes(5)) };
    const later = await storeExam(app.deps, { exam: fields });
    await enterExam(app.deps, later, user.id);
    const device = examDevice(app, later, user);
    const early = await device.start();
    expect(await early.clone().json()).toMatchObject({
      code: 'not_open',
      from: fields.examFrom.toISOString(),
      until: fields.examUntil.toISOString(),
      server_now: new Date(now).toISOString(),
    });
    expect(early.status).toBe(409);
    app.clock.advance(minutes(5) + 500);
    expect(await refusalOf(device.start())).toBe('409 not_open');
    expect(await rows()).toHaveLength(0);
  });

  it('row 48: half an hour before the end of the window gets the rest', async () => {
    app.clock.advance(7 * 86_400_000 - minutes(30));
    expect(deadlineAfter(await bodyOf<Attempt>(examDevice(app, exam, await app.signIn(user)).start()))).toBe(
      minutes(30),
    );
  });

  it('row 80: with a multiplier has more time, and the script in place of the sound', async () => {
    const modified = new Date(app.clock.now());
    await app.db
      .insert(examAllowances)
      .values({ userId: user.id, multiplierPct: 150, scriptInsteadOfAudio: true, modified });
    const attempt = await bodyOf<Attempt>(examDevice(app, exam, user).start());
    expect(deadlineAfter(attempt)).toBe(minutes(90));
    expect(attempt.script_instead_of_audio).toBe(true);
  });

  it('of a diagnosis has no door among mock exams and English tests', async () => {
    const diagnosis = await storeExam(app.deps, { kind: 'konoshiki', subjects: ['math'] });
    const json = { subject: 'math', device_id: 'device-one', device_label: '' };
    for (const base of ['/api/exam/mockexam/', '/api/english/test/']) {
      const path = `${base}${diagnosis.exam.id}/`;
      const answers = [
        app.call('POST', `${path}attempt/`, { token: user.token, json }),
        app.call('GET', `${path}pack/math/`, { token: user.token }),
      ];
      for (const answer of answers) expect(await refusalOf(answer)).toBe('404 not_found');
    }
    expect(await app.db.select().from(examAttempts)).toEqual([]);
  });

  it('one subject at a time, each once', async () => {
    const device = examDevice(app, exam, user);
    await device.start('math');
    const other = await examDevice(app, exam, user).start('english');
    expect(await other.clone().json()).toMatchObject({ code: 'other_subject_running', subject: 'math' });
    await device.submit({});
    expect((await examDevice(app, exam, user).start('english')).status).toBe(201);
    const again = await examDevice(app, exam, user).start('math');
    expect(await again.clone().json()).toMatchObject({
      code: 'already_submitted',
      receipt_no: expect.any(String),
    });
  });

  it('needs an entry with the subject, and its payment', async () => {
    await app.db.update(examEntries).set({ subjects: ['english'] });
    expect(await refusalOf(examDevice(app, exam, user).start())).toBe('409 not_entered');
    await app.db.update(examEntries).set({ status: 'awaiting_payment' });
    expect(await refusalOf(examDevice(app, exam, user).start())).toBe('402 payment_required');
    expect(await refusalOf(examDevice(app, exam, await app.signIn()).start())).toBe('409 not_entered');
    expect(await refusalOf(examDevice(app, exam, user).start('history'))).toBe('404 not_found');
  });

  it('with an old pack is refused before the clock runs', async () => {
    const answer = await examDevice(app, exam, user).start('math', { json: { version: 'old' } });
    expect([answer.status, await answer.json()]).toMatchObject([
      412,
      { code: 'pack_outdated', version: exam.version },
    ]);
    expect(await rows()).toHaveLength(0);
  });

  it('of practice waits for the keys and one’s own attempt, and counts nowhere', async () => {
    const device = examDevice(app, exam, user);
    expect(await refusalOf(device.start('math', { json: { practice: true } }))).toBe('409 not_open');
    await device.start();
    await device.submit({});
    const practice = await bodyOf<Attempt>(device.start('math', { json: { practice: true } }));
    expect(practice).toMatchObject({ practice: true, state: 'running' });
    // No clock ends it: it can be continued for a month.
    expect(Date.parse(practice.deadline_at) - Date.parse(practice.server_now)).toBe(30 * 86_400_000);
    await device.submit({});
    expect((await device.start('math', { json: { practice: true } })).status).toBe(201);
  });

  it('row 77: a subject started by mistake is voided by an operator; it can be taken again', async () => {
    const device = examDevice(app, exam, user);
    const first = await bodyOf<Attempt>(device.start());
    await device.save({ a: ['1', app.clock.now()] });
    expect(await voidAttempt(app.deps, first.id)).toMatchObject({ done: 'voided', isLooked: false });
    expect(await refusalOf(device.save({}))).toBe('409 closed');
    const again = await examDevice(app, exam, user).start();
    expect(again.status).toBe(201);
    expect((await bodyOf<Attempt>(again)).id).not.toBe(first.id);
    expect(await rows()).toHaveLength(2);
  });
});

describe('a pack', () => {
  const path = (subject = 'math') => `/api/exam/mockexam/${exam.exam.id}/pack/${subject}/`;

  it('is there for who has entered, from a day ahead, and its key only with a start', async () => {
    const manifest = await bodyOf<PackManifest>(app.call('GET', path(), { token: user.token }));
    expect(manifest).toMatchObject({
      version: exam.version,
      subject: 'math',
      pieces: 1,
      files: [{ name: 'paper.json' }],
    });
    expect(JSON.stringify(manifest)).not.toContain('packKey');
    expect(await refusalOf(app.call('GET', path(), { token: (await app.signIn()).token }))).toBe(
      '403 not_entered',
    );
    expect(await refusalOf(app.call('GET', path('history'), { token: user.token }))).toBe('404 not_found');
  });

  it('is not told before', async () => {
    const from = new Date(app.clock.now() + 86_400_000 + 1_000);
    const later = await storeExam(app.deps, { exam: { name: 'b', examFrom: from } });
    await enterExam(app.deps, later, user.id);
    const at = `/api/exam/mockexam/${later.exam.id}/pack/math/`;
    const early = await app.call('GET', at, { token: user.token });
    expect([early.status, await early.json()]).toMatchObject([
      403,
      { code: 'not_open', from: new Date(app.clock.now() + 1_000).toISOString() },
    ]);
    app.clock.advance(1_000);
    expect((await app.call('GET', at, { token: user.token })).status).toBe(200);
  });

  it('row 57: its key is given again to the device that writes', async () => {
    const device = examDevice(app, exam, user);
    const { key } = await bodyOf<Attempt>(device.start());
    expect(key).toHaveLength(43);
    expect((await bodyOf<Attempt>(device.read())).key).toBe(key);
    // Not to another device of the learner, as long as this one writes; after the end to each of them.
    const other = examDevice(app, exam, user, 'device-two');
    expect((await bodyOf<Attempt>(other.start())).key).toBeNull();
    expect((await bodyOf<Attempt>(other.read())).key).toBeNull();
    await device.submit({});
    expect((await bodyOf<Attempt>(other.read())).key).toBe(key);
    const stranger = await app.signIn();
    const at = `/api/exam/mockexam/${exam.exam.id}/attempt/${device.attempt.id}/`;
    expect(await refusalOf(app.call('GET', at, { token: stranger.token }))).toBe('404 not_found');
  });

  it('row 71: sealed anew by an import has its new keys at once, also from a server that runs', async () => {
    const device = examDevice(app, exam, user);
    const first = await bodyOf<Attempt>(device.start());
    const handed = await bodyOf<Submitted>(device.submit({}));
    const sealed = ['pack', 'answers'].map(
      (name) =>
        sealPack(app.deps.keys, {
          version: exam.version,
          subject: 'math',
          folder: 'public/mock/exam',
          files: [{ name, type: 'application/json', bytes: Buffer.from('{}') }],
        }).sealedKey,
    );
    const [packKey = '', answersKey = ''] = sealed;
    await app.db
      .update(examSubjects)
      .set({ packKey, answersKey })
      .where(eq(examSubjects.id, exam.subjectIds.math ?? 0));
    const { key } = await bodyOf<Attempt>(device.read());
    const path = `/api/exam/mockexam/${exam.exam.id}/checkresult/?subject=math`;
    const { answers_key } = await bodyOf<Checkresult>(app.call('GET', path, { token: user.token }));
    expect([key, answers_key]).toEqual(sealed.map((one) => openPackKey(app.deps.keys, one)));
    expect([key, answers_key]).not.toContain(first.key);
    expect([key, answers_key]).not.toContain(handed.checkresult?.answers_key);
  });

  it('cannot be opened with another secret', async () => {
    const [row] = await app.db.select().from(examAttempts).where(eq(examAttempts.userId, 0));
    expect(row).toBeUndefined();
    expect(() => openPackKey({ examPack: new Uint8Array(32) }, 'A'.repeat(80))).toThrow();
  });
});

it('the time is told without a session', async () => {
  const { server_now } = await bodyOf<{ server_now: string }>(app.call('GET', '/api/exam/time/'));
  expect(Date.parse(server_now)).toBe(app.clock.now());
});
