import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ReportPdf } from '#contracts/examResult.ts';
import { examEntries } from '../../db/schema/exam.ts';
import { examPapers } from '../../db/schema/examResult.ts';
import { makeCohort } from '../../domain/examResult/cohort.ts';
import { runExamJobs } from '../../domain/examResult/jobs.ts';
import { drawDuePapers, sweepPapers } from '../../domain/examResult/paper.ts';
import { correctedKey, reviseKey } from '../../domain/examResult/regrade.ts';
import { runRegrade } from '../../domain/examResult/regradeJob.ts';
import { bodyOf, refusalOf } from '../../testing/answers.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import { enterExam, examDevice, storeExam, type TestExam, testKey } from '../../testing/exam.ts';
import { textOfPdf } from '../../testing/pdfText.ts';
import type { SignedIn } from '../../testing/users.ts';

let app: TestApp;
let exam: TestExam;
let user: SignedIn;

const base = () => `/api/exam/mockexam/${exam.exam.id}/result/pdf/`;
const askAs = (who: SignedIn, json: object = {}) => app.call('POST', base(), { token: who.token, json });
const ask = (json: object = {}) => bodyOf<ReportPdf>(askAs(user, json));
const get = (paper: ReportPdf, who = user) => app.call('GET', paper.url, { token: who.token });

async function textOf(paper: ReportPdf): Promise<string> {
  const answer = await get(paper);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('Content-Type')).toBe('application/pdf');
  expect(answer.headers.get('Cache-Control')).toBe('private, no-store');
  return (await textOfPdf(new Uint8Array(await answer.arrayBuffer()))).join('');
}

/** 60 points: a and 完答 of c, d; b is wrong by the key. */
async function take(who: SignedIn): Promise<void> {
  const device = examDevice(app, exam, who);
  await device.start('math');
  const now = app.clock.now();
  app.clock.advance(1_000);
  expect((await device.submit({ a: ['1', now], b: ['3', now], c: ['2', now], d: ['2', now] })).status).toBe(
    200,
  );
  await runExamJobs(app.deps);
}

beforeEach(async () => {
  app = await createTestApp();
  exam = await storeExam(app.deps);
  user = await app.signIn();
  await enterExam(app.deps, exam, user.id);
  const basicInfo = { family_name: '髙﨑', given_name: '花子', grade: 'h3', school: '見本高校' };
  await app.db.update(examEntries).set({ basicInfo });
});

describe('成績表 as PDF', () => {
  it('is asked for, made by the job, and read by its owner', async () => {
    await take(user);
    await makeCohort(app.deps, exam.exam, 'frozen');
    const answer = await askAs(user);
    expect(answer.status).toBe(202);
    const paper = (await answer.json()) as ReportPdf;
    expect(paper).toMatchObject({ version: 1, is_ready: false });
    const early = await get(paper);
    expect([early.status, early.headers.get('Retry-After')]).toEqual([202, '2']);
    await drawDuePapers(app.deps);
    expect(await ask()).toMatchObject({ id: paper.id, is_ready: true });
    const text = await textOf(paper);
    for (const words of ['成績表', '第1回模試', '髙﨑花子', '高校3年', '見本高校', 'math60/100', '確定第1版'])
      expect(text).toContain(words);
    expect(await app.db.select().from(examPapers)).toHaveLength(1);
  });

  it('is nobody else’s, and needs a login', async () => {
    await take(user);
    await makeCohort(app.deps, exam.exam, 'frozen');
    const paper = await ask();
    await drawDuePapers(app.deps);
    const other = await app.signIn();
    expect(await refusalOf(get(paper, other))).toBe('404 not_found');
    expect(await refusalOf(app.call('GET', paper.url))).toBe('401 unauthorized');
    expect(await refusalOf(app.call('POST', base(), { json: {} }))).toBe('401 unauthorized');
    expect(await refusalOf(askAs(other))).toBe('409 document_pending');
    const english = paper.url.replace('/api/exam/mockexam/', '/api/english/test/');
    expect(await refusalOf(app.call('GET', english, { token: user.token }))).toBe('404 not_found');
  });

  it('is not there before the marks are', async () => {
    expect(await refusalOf(askAs(user))).toBe('409 document_pending');
    expect(await refusalOf(askAs(user, { version: 0 }))).toBe('400 validation');
  });

  it('row 71: a corrected result is another paper, and the old one stays as it was', async () => {
    await take(user);
    await makeCohort(app.deps, exam.exam, 'frozen');
    const before = await ask();
    await drawDuePapers(app.deps);
    const [g1, g2, g3] = testKey.groups;
    if (!g1 || !g2 || !g3) throw new Error('no groups');
    const after = { ...testKey, groups: [g1, { ...g2, keys: { b: ['3'] } }, g3] };
    expect(correctedKey(testKey, after, 'fair').groups).toHaveLength(3);
    await app.db.transaction((tx) =>
      reviseKey(tx, app.deps, exam.subjectIds.math ?? 0, {
        after,
        policy: 'fair',
        reason: '問2の正解を訂正',
      }),
    );
    await runRegrade(app.deps);
    const paper = await ask();
    expect(paper).toMatchObject({ version: 2, is_ready: false });
    expect(paper.id).not.toBe(before.id);
    await drawDuePapers(app.deps);
    const text = await textOf(paper);
    expect(text).toContain('再採点60→100点(問2の正解を訂正)');
    expect(text).toContain('再採点後第2版');
    expect(await textOf(before)).toContain('math60/100');
    expect(await ask({ version: 1 })).toMatchObject({ version: 1 });
  });

  it('goes with another name on it when the entry says another', async () => {
    await take(user);
    await makeCohort(app.deps, exam.exam, 'frozen');
    const first = await ask();
    await app.db.update(examEntries).set({ basicInfo: { family_name: '齋邉', given_name: '花子' } });
    const second = await ask();
    expect(second.id).not.toBe(first.id);
    await drawDuePapers(app.deps);
    expect(await textOf(second)).toContain('齋邉花子');
  });

  it('that cannot be drawn is tried again, and drawn once by two processes', async () => {
    await take(user);
    await makeCohort(app.deps, exam.exam, 'frozen');
    const paper = await ask();
    let tries = 0;
    const draw = () => {
      tries += 1;
      return tries === 1 ? Promise.reject(new Error('broken')) : Promise.resolve(new Uint8Array([1]));
    };
    await drawDuePapers(app.deps, draw);
    expect([(await get(paper)).status, tries]).toEqual([202, 1]);
    await drawDuePapers(app.deps, draw);
    expect(tries).toBe(1);
    app.clock.advance(6_000);
    const second = await createTestApp({ besides: app });
    await Promise.all([drawDuePapers(app.deps, draw), drawDuePapers(second.deps, draw)]);
    expect([(await get(paper)).status, tries]).toEqual([200, 2]);
  });

  it('goes after a month, and with its learner', async () => {
    await take(user);
    await makeCohort(app.deps, exam.exam, 'frozen');
    const paper = await ask();
    await sweepPapers(app.deps);
    expect((await get(paper)).status).toBe(202);
    app.clock.advance(31 * 86_400_000);
    await sweepPapers(app.deps);
    expect(await app.db.select().from(examPapers).where(eq(examPapers.userId, user.id))).toHaveLength(0);
  });
});
