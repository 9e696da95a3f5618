/** Automatic messages to takers: notices of their own, and push (exams.md 3.7, 3.8, 5). */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AnswerKey } from '#contracts/examKey.ts';
import type { Notice } from '#contracts/study.ts';
import { sessions } from '../../db/schema/accounts.ts';
import { examAttempts } from '../../db/schema/exam.ts';
import { examIncidents } from '../../db/schema/examLog.ts';
import { notices } from '../../db/schema/notices.ts';
import { pushDeliveries, pushSubscriptions } from '../../db/schema/push.ts';
import { transaction } from '../../db/transaction.ts';
import { answerIncident } from '../../domain/attempt/answerIncident.ts';
import { endDueAttempts } from '../../domain/attempt/autoSubmit.ts';
import { declareOutage, giveTime, settleOutages } from '../../domain/attempt/outages.ts';
import { makeDueCohorts, runExamJobs } from '../../domain/examResult/jobs.ts';
import { reviseKey } from '../../domain/examResult/regrade.ts';
import { runRegrade } from '../../domain/examResult/regradeJob.ts';
import { planNotices } from '../../push/plan.ts';
import { bodyOf, type PageBody, refusalOf } from '../../testing/answers.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import {
  enterExam,
  examDevice,
  minutes,
  startedDevice,
  storeExam,
  type TestExam,
  testKey,
} from '../../testing/exam.ts';
import type { SignedIn } from '../../testing/users.ts';

let app: TestApp;
let exam: TestExam;
let user: SignedIn;
const day = 86_400_000;

beforeEach(async () => {
  app = await createTestApp();
  exam = await storeExam(app.deps);
  user = await app.signIn();
  await enterExam(app.deps, exam, user.id);
});

/** The notices of somebody, the newest first. */
async function told(who = user): Promise<Notice[]> {
  const { token } = await app.signIn(who);
  const page = await bodyOf<PageBody<Notice>>(app.call('GET', '/api/cms/notice/', { token }));
  return page.results;
}
const titles = async (who = user) => (await told(who)).map(({ title }) => title);
const bodies = async (who = user) => (await told(who)).map(({ body_html }) => body_html).join('');

async function taker(): Promise<SignedIn> {
  const who = await app.signIn();
  await enterExam(app.deps, exam, who.id);
  return who;
}

describe('an attempt that the clock ended', () => {
  it('is told with its receipt, once', async () => {
    const { device } = await startedDevice(app, exam, user);
    app.clock.advance(minutes(63));
    await endDueAttempts(app.deps);
    await endDueAttempts(app.deps);
    const [row] = await app.db.select().from(examAttempts);
    expect(await titles()).toEqual(['「第1回 模試」の解答を自動で提出しました']);
    expect(await bodies()).toContain(`受付番号: ${row?.receiptNo}`);
    expect(row?.receiptNo).toBeTruthy();
    expect(device.attempt.id).toBe(row?.id);
  });

  it('is told of its marks, once, when its device is awaited no more', async () => {
    const { device, start } = await startedDevice(app, exam, user);
    await device.save({ a: ['1', start + 1000] });
    app.clock.advance(minutes(63));
    await endDueAttempts(app.deps);
    await runExamJobs(app.deps);
    expect(await titles()).toHaveLength(1);
    app.clock.advance(day);
    await runExamJobs(app.deps);
    await runExamJobs(app.deps);
    expect(await titles()).toEqual([
      '「第1回 模試」の採点が終わりました',
      '「第1回 模試」の解答を自動で提出しました',
    ]);
    expect(await bodies()).toContain('それまでに届いていた解答で採点しました');
  });

  it('is not told of marks that its own hand-in has brought, nor of those that are not shown yet', async () => {
    const { device } = await startedDevice(app, exam, user);
    app.clock.advance(minutes(63));
    await endDueAttempts(app.deps);
    await device.submit({}, { sealed_by: 'time' });
    const closed = await storeExam(app.deps, { exam: { name: '第2回', marksOpen: 'after_window' } });
    await enterExam(app.deps, closed, user.id);
    await examDevice(app, closed, await app.signIn(user)).start();
    app.clock.advance(minutes(63));
    await endDueAttempts(app.deps);
    app.clock.advance(day);
    await runExamJobs(app.deps);
    expect((await titles()).filter((title) => title.includes('採点'))).toEqual([]);
  });

  it('tells answers that came late and count, and those that do not', async () => {
    const { device, start } = await startedDevice(app, exam, user);
    app.clock.advance(minutes(63));
    await endDueAttempts(app.deps);
    app.clock.advance(minutes(60));
    await device.save({ a: ['1', start + minutes(59)], b: ['1', start + minutes(62)] });
    await device.save({ a: ['1', start + minutes(59)], b: ['1', start + minutes(62)] });
    expect((await titles()).toSorted()).toEqual([
      '「第1回 模試」で採点に入らない解答がありました',
      '「第1回 模試」の解答があとから届きました',
      '「第1回 模試」の解答を自動で提出しました',
    ]);
    expect(await bodies()).toContain('解答が1件ありました');
    app.clock.advance(day);
    const late = await device.save({ c: ['2', start + minutes(50)] });
    expect(late.status).toBe(409);
    expect(await titles()).toHaveLength(3);
  });
});

describe('time that is given back', () => {
  it('tells who runs how much, and who was ended that it goes on', async () => {
    const other = await taker();
    await startedDevice(app, exam, user);
    app.clock.advance(minutes(40));
    await examDevice(app, exam, other).start();
    app.clock.advance(minutes(23));
    await endDueAttempts(app.deps);
    const now = app.clock.now();
    await declareOutage(app.deps, new Date(now - minutes(8)), new Date(now - minutes(1)), '');
    await settleOutages(app.deps);
    expect(await titles()).toContain('「第1回 模試」の受験を再開できます');
    expect(await bodies()).toContain('7分をお返しします');
    expect(await titles(other)).toEqual(['「第1回 模試」の受験時間を延長しました']);
    expect(await bodies(other)).toContain('mathの受験時間を7分延長しました');
  });

  it('by an operator: only who was ended reads that there is a day to come back', async () => {
    const { device } = await startedDevice(app, exam, user);
    await giveTime(app.deps, [device.attempt.id], minutes(5));
    expect(await bodies()).toContain('mathの受験時間を5分延長しました');
    expect(await bodies()).not.toContain('24時間以内');
    app.clock.advance(minutes(68));
    await endDueAttempts(app.deps);
    await app.db.delete(notices);
    await giveTime(app.deps, [device.attempt.id], minutes(10));
    expect(await bodies()).toContain('24時間以内に試験の画面を開くと');
  });

  it('tells what became of a report', async () => {
    const { device, start } = await startedDevice(app, exam, user);
    app.clock.advance(minutes(30));
    await device.call('POST', 'incident/', {
      from: new Date(start + minutes(10)).toISOString(),
      to: new Date(start + minutes(15)).toISOString(),
      kind: 'network',
      body: '停電',
    });
    const [row] = await app.db.select().from(examIncidents);
    if (!row) throw new Error('no report');
    await answerIncident(app.deps, row, { answer: 'as_is', note: '記録を確認しました。<b>' });
    expect(await titles()).toEqual(['「第1回 模試」の通信トラブルの報告への回答']);
    expect(await bodies()).toContain('記録を確認しました。&lt;b&gt;');
    expect(await bodies()).toContain(row.no);
  });
});

describe('a corrected key', () => {
  const corrected: AnswerKey = {
    ...testKey,
    groups: testKey.groups.map((group) => (group.id === 'g1' ? { ...group, keys: { a: ['2'] } } : group)),
  };
  const regrade = async () => {
    await transaction(app.db, (tx) =>
      reviseKey(tx, app.deps, exam.subjectIds.math ?? 0, {
        after: corrected,
        policy: 'fair',
        reason: '問1の正解を①から②に訂正',
      }),
    );
    await runRegrade(app.deps);
    await runRegrade(app.deps);
  };

  it('row 71: tells each taker their own points before and after', async () => {
    const other = await taker();
    const [one, two] = [await startedDevice(app, exam, user), await startedDevice(app, exam, other)];
    await one.device.submit({ a: ['2', one.start + 1000], b: ['1', one.start + 1000] });
    await two.device.submit({ a: ['1', two.start + 1000] });
    await regrade();
    expect(await titles()).toEqual(['「第1回 模試」の再採点が終わりました']);
    expect(await bodies()).toContain('あなたの得点は、40点から80点になりました(+40点)。');
    expect(await bodies()).toContain('訂正の内容: 問1の正解を①から②に訂正');
    expect(await bodies(other)).toContain('あなたの得点は40点のままです。');
    expect(await bodies(other)).not.toContain('80点');
  });

  it('before marks are told tells nothing', async () => {
    await app.db.delete(notices);
    exam = await storeExam(app.deps, { exam: { name: '第2回', marksOpen: 'after_window' } });
    await enterExam(app.deps, exam, user.id);
    const { device, start } = await startedDevice(app, exam, user);
    await device.submit({ a: ['2', start + 1000] });
    await regrade();
    expect(await titles()).toEqual([]);
  });
});

it('final numbers are told to who took the exam, once; who died between is told by the next look', async () => {
  const away = await taker();
  const { device } = await startedDevice(app, exam, user);
  await device.submit({});
  await runExamJobs(app.deps);
  app.clock.advance(11 * day);
  await makeDueCohorts(app.deps);
  expect(await titles()).toEqual(['「第1回 模試」の成績表を公開しました']);
  expect(await titles(away)).toEqual([]);
  await app.db.delete(notices);
  await makeDueCohorts(app.deps);
  await makeDueCohorts(app.deps);
  expect(await titles()).toEqual(['「第1回 模試」の成績表を公開しました']);
});

it('a notice of one’s own is nobody else’s: neither read, counted nor pushed', async () => {
  const other = await app.signIn();
  const logins = await app.db.select().from(sessions);
  const now = new Date(app.clock.now() - 1000);
  const keys = { p256dh: 'p', auth: 'a', kinds: ['notice' as const], created: now, lastSeen: now };
  const rows = await app.db
    .insert(pushSubscriptions)
    .values(
      [user, other].map(({ id }, at) => ({
        userId: id,
        sessionId: logins.find(({ userId }) => userId === id)?.id ?? '',
        endpoint: `https://push.example/${at}`,
        ...keys,
      })),
    )
    .returning();
  await startedDevice(app, exam, user);
  app.clock.advance(minutes(63));
  await endDueAttempts(app.deps);
  const [notice] = await app.db.select().from(notices).where(eq(notices.userId, user.id));
  const { token } = await app.signIn(other);
  expect(await refusalOf(app.call('GET', `/api/cms/notice/${notice?.id}/`, { token }))).toBe('404 not_found');
  expect(await refusalOf(app.call('GET', `/api/cms/notice/${notice?.id}/`))).toBe('404 not_found');
  expect(await titles(other)).toEqual([]);
  const unread = async (path: string, who: SignedIn) =>
    (await bodyOf<{ unread_count: number }>(app.call('GET', path, { token: (await app.signIn(who)).token })))
      .unread_count;
  for (const path of ['/accounts/user/', '/api/lms/dashboard/'])
    expect([await unread(path, user), await unread(path, other)]).toEqual([1, 0]);
  await planNotices(app.deps);
  const planned = await app.db.select().from(pushDeliveries);
  expect(planned.map(({ subscriptionId }) => subscriptionId)).toEqual([rows[0]?.id]);
});
