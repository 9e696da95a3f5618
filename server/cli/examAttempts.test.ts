import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Attempt } from '#contracts/examAttempt.ts';
import { examAttempts, exams } from '../db/schema/exam.ts';
import { examIncidents } from '../db/schema/examLog.ts';
import { notices } from '../db/schema/notices.ts';
import { endDueAttempts } from '../domain/attempt/autoSubmit.ts';
import { sayTime } from '../maintenance/time.ts';
import { bodyOf } from '../testing/answers.ts';
import type { TestApp } from '../testing/createTestApp.ts';
import { entryApp, newTest, start, submit } from '../testing/entryTaker.ts';
import {
  chainOf,
  type ExamDevice,
  enterExam,
  examDevice,
  minutes,
  startedDevice,
  storeExam,
  type TestExam,
} from '../testing/exam.ts';
import { takeMails } from '../testing/mails.ts';
import { type SignedIn, storeUser } from '../testing/users.ts';
import { runCommand } from './command.ts';
import { examCommands } from './examCommands.ts';

let app: TestApp;
let token: string;

/** What a command of `npm run exam` answers. */
async function type(name: string, ...args: string[]): Promise<{ exit: number; text: string }> {
  const lines: string[] = [];
  const context = { deps: app.deps, args, cwd: '.', print: (line: string) => lines.push(line) };
  return { exit: await runCommand(examCommands, name, context), text: lines.join('\n') };
}

const attemptOf = async (subject: string) => {
  const rows = await app.db.select().from(examAttempts);
  const found = rows.find((row) => row.subject === subject && row.state !== 'void');
  if (!found) throw new Error(`no attempt of ${subject}`);
  return found;
};

beforeEach(async () => {
  app = await entryApp();
  token = await newTest(app, { subjects: ['math', 'english'] });
  await start(app, token, 'math');
});

describe('attempts of who has applied for the entry exam', () => {
  it('are found by the address, as those of a guest', async () => {
    const { id, receiptNo } = await attemptOf('math');
    expect(receiptNo).toBeNull();
    const { exit, text } = await type('attempts', ' MIO@example.jp ');
    expect(exit).toBe(0);
    expect(text.split('\n')).toEqual([
      expect.stringMatching(new RegExp(`^${id} .* math\\(会員以外\\)  受験中 `)),
      '1件',
      '実力診断テストの申込: 1件',
    ]);
  });

  it('stand beside those of a member with the same address, and nobody else sees them', async () => {
    const exam = await storeExam(app.deps);
    const member = await app.signIn(await storeUser(app.deps, { email: 'mio@example.jp' }));
    const other = await app.signIn();
    await enterExam(app.deps, exam, member.id);
    await startedDevice(app, exam, member, 'english');
    const both = await type('attempts', 'mio@example.jp');
    expect(both.text).toContain('english  受験中');
    expect(both.text).toContain('math(会員以外)  受験中');
    expect(both.text).toContain('2件');
    expect((await type('attempts', other.email)).text).toBe('0件');
  });

  it('can be voided and taken again until the result is out, and then no more', async () => {
    await submit(app, token, 'math');
    const { id } = await attemptOf('math');
    expect(await type('void', id)).toMatchObject({ exit: 0 });
    expect((await start(app, token, 'math')).status).toBe(200);
    await submit(app, token, 'math');
    await start(app, token, 'english');
    await submit(app, token, 'english');
    await takeMails(app);
    const final = await attemptOf('math');
    const refused = await type('void', final.id);
    expect([refused.exit, refused.text]).toEqual([2, expect.stringContaining('結果をメールで送ったあと')]);
    expect((await attemptOf('math')).id).toBe(final.id);
    expect((await type('attempts', 'mio@example.jp')).text).toContain('math(会員以外、結果を送信済み)');
  });

  it('have no ranks to be looked at, and no allowance', async () => {
    const { id } = await attemptOf('math');
    await app.db.update(examAttempts).set({ needsLook: true });
    expect((await type('look', 'ok', id)).exit).toBe(2);
    expect(await attemptOf('math')).toMatchObject({ needsLook: true });
    expect((await type('look', 'list')).text).toMatch(/^0件。/);
    const refused = await type('allowance', 'mio@example.jp', '--percent', '150');
    expect([refused.exit, refused.text]).toEqual([2, expect.stringContaining('会員ではありません')]);
    const voided = await type('void', id);
    expect([voided.exit, voided.text]).toEqual([0, expect.not.stringContaining('look ok')]);
  });
});

it('an address of nobody is said', async () => {
  const { exit, text } = await type('attempts', 'nobody@example.jp');
  expect([exit, text]).toEqual([2, expect.stringContaining('実力診断テストの申込もありません')]);
});

describe('what operators do for members', () => {
  let exam: TestExam;
  let user: SignedIn;
  let device: ExamDevice;
  let started: number;
  const signed = ['--by', '田中', '--why', '正誤表'];

  beforeEach(async () => {
    exam = await storeExam(app.deps);
    user = await app.signIn();
    await enterExam(app.deps, exam, user.id);
    ({ device, start: started } = await startedDevice(app, exam, user, 'english'));
  });
  const row = async () =>
    (await app.db.select().from(examAttempts).where(eq(examAttempts.id, device.attempt.id)))[0];
  const length = async () => (((await row())?.deadline.getTime() ?? 0) - started) / minutes(1);
  const to = (time: number) => app.clock.advance(time - app.clock.now());

  it('row 74: extend gives time to one attempt, or to all that run in a subject; who and why is kept', async () => {
    const { id } = device.attempt;
    expect(await type('extend', id, '10')).toMatchObject({ exit: 2 });
    expect((await type('extend', id, '121', ...signed)).text).toContain('1から120まで');
    expect((await type('extend', id, '10', ...signed)).text).toContain('1件の受験の時間を10分延ばしました');
    expect(await length()).toBe(70);
    expect((await type('extend', exam.exam.key, 'english', '5', ...signed)).exit).toBe(0);
    expect(await length()).toBe(75);
    const nobody = await type('extend', exam.exam.key, 'math', '5', ...signed);
    expect([nobody.exit, nobody.text]).toEqual([2, expect.stringContaining('受験中の人はいません')]);
    expect((await type('events', id)).text).toMatch(/田中 {2}時間の延長 10分 {2}理由: 正誤表/);
    await device.submit({});
    expect((await type('extend', id, '10', ...signed)).text).toContain('本人が提出した');
    expect(await length()).toBe(75);
  });

  it('events and orphans show the log of an attempt and what does not count, in plain words', async () => {
    const { id, chain_seed } = device.attempt;
    app.clock.advance(minutes(1));
    await device.save({}, { events: chainOf(chain_seed ?? '', ['start', 'offline'], started) });
    await device.submit({});
    await device.save({ a: ['3', started + 5_000] });
    const log = (await type('events', id)).text.split('\n');
    expect(log).toEqual([
      expect.stringMatching(/^端末1 {2}1 {2}.*開始$/),
      expect.stringMatching(/^端末1 {2}2 {2}.*接続が切れた$/),
      '2件',
    ]);
    expect((await type('orphans')).text).toContain(`${id}  ${exam.exam.key}  english  提出または無効`);
    expect((await type('orphans', id)).text).toMatch(/ {2}a: 「3」 {2}入力 /);
    expect((await type('events', 'x')).exit).toBe(2);
  });

  it('exams, keys and regrades say how things are', async () => {
    expect((await type('exams')).text).toMatch(/第1回 模試 .* 受験中 1 {2}集計: なし/);
    expect((await type('keys', exam.exam.key)).text).toBe('正解の確認が要る問題はありません。');
    expect((await type('keys', 'x')).exit).toBe(2);
    expect((await type('regrades')).text).toBe('0件');
  });

  it('an outage is declared and gives its time back', async () => {
    to(started + minutes(30));
    const at = (passed: number) => new Date(started + minutes(passed)).toISOString();
    expect((await type('outage', at(10), at(40))).text).toContain('終わった障害');
    expect((await type('outage', at(10), at(16), '--note', '停電')).text).toContain('延ばしました');
    expect(await length()).toBe(66);
  });

  it('a report is shown with its offline time, and answered once: more time, or once more', async () => {
    const events = chainOf(device.attempt.chain_seed ?? '', ['offline', 'online'], started + minutes(2));
    to(started + minutes(20));
    await device.save({}, { events });
    const [from, to_] = [started + minutes(2), started + minutes(8)].map((time) =>
      new Date(time).toISOString(),
    );
    const report = { kind: 'network', from, to: to_, body: 'Wi-Fi' };
    const { no } = await bodyOf<{ no: string }>(device.call('POST', 'incident/', report));
    const shown = (await type('incident', 'list')).text;
    expect([shown.includes(no), shown.includes('記録: オフライン'), shown.endsWith('1件')]).toEqual([
      true,
      true,
      true,
    ]);
    expect((await type('incident', 'answer', no, 'extend', '0')).exit).toBe(2);
    expect((await type('incident', 'answer', no, 'extend', '6')).exit).toBe(0);
    expect(await length()).toBe(66);
    expect((await type('incident', 'answer', no, 'as-is')).text).toContain('回答済み');
    await app.db.update(examIncidents).set({ answer: null, answered: null });
    await device.submit({});
    expect((await type('incident', 'answer', no, 'extend', '6')).text).toContain('提出済み');
    expect((await type('incident', 'answer', no, 'retake')).exit).toBe(0);
    expect(await row()).toMatchObject({ state: 'void', endedBy: 'operator' });
    expect((await examDevice(app, exam, user).start('english')).status).toBe(201);
  });

  it('a connection of which no line says that it came back is shown without an end', async () => {
    const events = chainOf(device.attempt.chain_seed ?? '', ['offline'], started + minutes(2));
    to(started + minutes(20));
    const [from, to_] = [started + minutes(2), started + minutes(8)].map((time) =>
      new Date(time).toISOString(),
    );
    await device.call('POST', 'incident/', { kind: 'network', from, to: to_, body: 'Wi-Fi' });
    await device.submit({}, { events });
    const shown = (await type('incident', 'list')).text;
    const begin = sayTime(new Date(started + minutes(2)).toISOString());
    expect(shown).toContain(`記録: オフライン ${begin} 〜 (戻った記録なし)`);
  });

  const reported = async () => {
    to(started + minutes(20));
    const [from, until] = [2, 8].map((passed) => new Date(started + minutes(passed)).toISOString());
    const report = { kind: 'network', from, to: until, body: 'Wi-Fi' };
    return (await bodyOf<{ no: string }>(device.call('POST', 'incident/', report))).no;
  };
  const right = () => ({ a: ['1', started + 1_000] as [string, number] });
  const again = async () => {
    const other = examDevice(app, exam, await app.signIn(user), 'device-two');
    expect((await other.start('english')).status).toBe(201);
    const [row] = await app.db.select().from(examAttempts).where(eq(examAttempts.id, other.attempt.id));
    return row;
  };
  const told = async () =>
    (await app.db.select().from(notices).where(eq(notices.userId, user.id)))
      .map(({ bodyHtml }) => bodyHtml)
      .join('');

  it('after the window nothing takes a result away for a retake that cannot begin', async () => {
    const { id } = device.attempt;
    const no = await reported();
    await device.submit(right());
    const examUntil = new Date(started + minutes(90));
    await app.db.update(exams).set({ examUntil }).where(eq(exams.id, exam.exam.id));
    to(examUntil.getTime());
    const retake = await type('incident', 'answer', no, 'retake');
    expect([retake.exit, retake.text]).toEqual([
      2,
      expect.stringContaining('もう一度受けることはできません'),
    ]);
    const voided = await type('void', id);
    expect([voided.exit, voided.text]).toEqual([2, expect.stringContaining('extend')]);
    expect(await row()).toMatchObject({ state: 'submitted', endedBy: 'user' });
    expect((await type('incident', 'answer', no, 'as-is')).exit).toBe(0);
    const lost = await type('void', id, '--lose-result');
    expect([lost.exit, lost.text]).toEqual([0, expect.stringContaining('もう一度受験できません')]);
    expect(await row()).toMatchObject({ state: 'void' });
  });

  it('who was told marks and takes it again is looked into, and the operator reads so', async () => {
    const no = await reported();
    await device.submit(right());
    const answered = await type('incident', 'answer', no, 'retake');
    expect([answered.exit, answered.text]).toEqual([0, expect.stringContaining('look ok')]);
    expect(await told()).toContain('運営の確認が済んでから');
    const next = await again();
    expect(next?.needsLook).toBe(true);
    expect((await type('look', 'list')).text).toMatch(new RegExp(`^${next?.id} .*再受験.*\\n1件`));
    expect((await type('look', 'ok', next?.id ?? '')).exit).toBe(0);
  });

  /** What an operator reads when an attempt that goes on, or the next one, waits for a look. */
  const lookedLine =
    '得点か正解が本人に表示されたあとか、確認待ちの受験なので、受験が終わっても、look ok で確認するまで順位と偏差値に入りません。';

  it.each<[string, () => ReturnType<typeof type>, RegExp]>([
    ['a void', () => type('void', device.attempt.id), /^無効にしました。.*もう一度受験できます。$/],
    [
      'a retake',
      async () => type('incident', 'answer', await reported(), 'retake'),
      /^回答を保存しました。$/,
    ],
  ])(
    '%s after marks were told says why the ranks wait, and the command that ends it',
    async (_, act, first) => {
      await device.submit(right());
      const { exit, text } = await act();
      expect([exit, text.split('\n')]).toEqual([0, [expect.stringMatching(first), lookedLine]]);
    },
  );

  const gapInLog = () => {
    const events = chainOf(device.attempt.chain_seed ?? '', ['start', 'hidden'], started);
    return device.save(right(), { events: events.slice(1) });
  };
  const noClockFits = () => {
    to(started + minutes(70));
    const typed = { v: '1', lo: started + minutes(50), hi: started + minutes(65) };
    const clocks = { since: device.attempt.server_now, dlo: minutes(10), dhi: minutes(30) };
    return device.save({}, { answers: { a: typed }, client_at: clocks });
  };

  // Nobody has been told anything: what the device sent is the only reason to look.
  describe.each([
    ['a gap in its log', gapInLog, '記録の続きが合わない'],
    [
      'no clock that fits',
      noClockFits,
      '時計が合わない、確認待ちの受験をもう一度受けた、または成績を見たあとに再開か再受験をした',
    ],
  ])('an attempt in doubt for %s', (_, send, reason) => {
    let no: string;
    beforeEach(async () => {
      no = await reported();
      expect((await send()).status).toBe(200);
    });

    it('is listed with that reason', async () => {
      expect((await type('look', 'list')).text.split('\n')).toEqual([
        expect.stringMatching(new RegExp(`^${device.attempt.id} .* ${reason}$`)),
        expect.stringMatching(/^1件。/),
      ]);
    });

    it.each([
      ['an extension', () => type('extend', device.attempt.id, '10', ...signed)],
      ['time for an answer to its report', () => type('incident', 'answer', no, 'extend', '10')],
    ])('goes on in doubt after %s, and the operator reads so', async (_, act) => {
      const { exit, text } = await act();
      expect([exit, text.split('\n').slice(1)]).toEqual([0, [lookedLine]]);
      expect((await row())?.needsLook).toBe(true);
    });

    it.each([
      ['a void', () => type('void', device.attempt.id)],
      ['a retake', () => type('incident', 'answer', no, 'retake')],
    ])('leaves the doubt to the next one after %s, and the operator reads so', async (_, act) => {
      const { exit, text } = await act();
      expect([exit, text.split('\n').slice(1)]).toEqual([0, [lookedLine]]);
      expect((await type('look', 'list')).text).toMatch(/^0件。/);
      const next = await again();
      expect(next?.needsLook).toBe(true);
      expect((await type('look', 'list')).text).toMatch(new RegExp(`^${next?.id} .*\\n1件。`));
    });

    it('leaves none once somebody has looked at it', async () => {
      expect((await type('look', 'ok', device.attempt.id)).exit).toBe(0);
      expect((await type('void', device.attempt.id)).text).not.toContain('look ok');
      expect((await again())?.needsLook).toBe(false);
    });
  });

  it('who takes an attempt in doubt again reads that the ranks wait, and of no marks that were told', async () => {
    const no = await reported();
    await gapInLog();
    expect((await type('incident', 'answer', no, 'retake')).exit).toBe(0);
    expect(await told()).toContain('この科目の順位と偏差値は、運営の確認が済んでから表示されます。');
    expect(await told()).not.toContain('表示されたあと');
  });

  it.each([
    ['while it ran', async () => undefined],
    [
      'while its device was awaited',
      async () => {
        to(started + minutes(63));
        await endDueAttempts(app.deps);
      },
    ],
  ])('who was told nothing takes it again like everybody: voided %s', async (_, before) => {
    await device.save(right());
    await before();
    const { exit, text } = await type('void', device.attempt.id);
    expect([exit, text]).toEqual([
      0,
      expect.stringMatching(/^無効にしました。.*までに同じ科目をもう一度受験できます。$/),
    ]);
    app.clock.advance(minutes(60 * 30));
    expect((await again())?.needsLook).toBe(false);
  });

  it('extend says who is looked into after it, and refuses weeks after the end', async () => {
    const { id } = device.attempt;
    to(started + minutes(63));
    await endDueAttempts(app.deps);
    expect((await type('extend', id, '10', ...signed)).text).not.toContain('look ok');
    app.clock.advance(minutes(60 * 28));
    await endDueAttempts(app.deps);
    app.clock.advance(minutes(60 * 25));
    expect((await type('extend', id, '10', ...signed)).text.split('\n').slice(1)).toEqual([lookedLine]);
    app.clock.advance(minutes(60 * 24 * 2));
    await endDueAttempts(app.deps);
    app.clock.advance(minutes(60 * 24 * 20));
    const refused = await type('extend', id, '10', ...signed);
    expect([refused.exit, refused.text]).toEqual([2, expect.stringContaining('20日ほど')]);
  });

  it('look takes an attempt into the ranks; allowance is for the next start; void lets it be taken again', async () => {
    const { id } = device.attempt;
    await app.db.update(examAttempts).set({ needsLook: true, chainOk: false }).where(eq(examAttempts.id, id));
    expect((await type('look', 'list')).text).toContain('記録の続きが合わない');
    expect((await type('look', 'ok', id)).exit).toBe(0);
    expect((await row())?.needsLook).toBe(false);
    expect((await type('look', 'ok', id)).exit).toBe(2);
    expect((await type('allowance', user.email, '--percent', '201')).exit).toBe(2);
    expect((await type('allowance', user.email, '--percent', '150', '--script')).text).toContain('150%');
    expect((await type('void', id)).exit).toBe(0);
    const again = await bodyOf<Attempt>(examDevice(app, exam, user).start('english'));
    const passed = Date.parse(again.deadline_at) - Date.parse(again.started_at ?? '');
    expect([passed, again.script_instead_of_audio]).toEqual([minutes(90), true]);
  });
});
