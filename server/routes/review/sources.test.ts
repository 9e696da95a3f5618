import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Review, ReviewCard } from '#contracts/review.ts';
import { examSubjects } from '../../db/schema/exam.ts';
import { runExamJobs } from '../../domain/examResult/jobs.ts';
import { bodyOf, refusalOf } from '../../testing/answers.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import { expectMembersOnly } from '../../testing/everyCaller.ts';
import { enterExam, examDevice, storeExam, type TestExam } from '../../testing/exam.ts';
import type { SignedIn } from '../../testing/users.ts';

let app: TestApp;
let exam: TestExam;
let user: SignedIn;

const path = '/api/lms/review/';
const read = () => bodyOf<Review>(app.call('GET', path, { token: user.token }));
const named = (ids: string, who = user) => app.call('GET', `${path}cards/?ids=${ids}`, { token: who.token });

/** Hands in an attempt of 数学: `a` is right, `b` as given; `fields` of the call, such as a practice. */
async function sit(b: string, start: object = {}): Promise<string> {
  const device = examDevice(app, exam, user);
  await device.start('math', start);
  const now = app.clock.now();
  app.clock.advance(1_000);
  await device.submit({ a: ['1', now], b: [b, now], c: ['2', now], d: ['2', now] });
  await runExamJobs(app.deps);
  return device.attempt.id;
}

beforeEach(async () => {
  app = await createTestApp();
  exam = await storeExam(app.deps);
  user = await app.signIn();
  await enterExam(app.deps, exam, user.id);
});

describe('a card', () => {
  it('says of which exam and subject it is, and of every attempt in which it went wrong', async () => {
    const first = await sit('3');
    const again = await sit('2', { json: { practice: true } });
    const right = await sit('1', { json: { practice: true } });
    const { cards } = await read();
    expect(cards.map(({ question, exam_id, subject_id }) => [question.id, exam_id, subject_id])).toEqual([
      ['q-g2', exam.exam.id, 'math'],
    ]);
    expect([...(cards[0]?.attempts ?? [])].sort()).toEqual([first, again].sort());
    expect(cards[0]?.attempts).not.toContain(right);
  });

  it('is given again with files that open, when its addresses have expired', async () => {
    await sit('3');
    const [subject] = await app.db.select().from(examSubjects).where(eq(examSubjects.key, 'math'));
    const question = subject?.layout.sections[0]?.questions[1];
    if (!subject || !question) throw new Error('no subject');
    question.html = '<img data-file="fig.svg">';
    const pack = [...subject.pack, { ...subject.pack[0], name: 'fig.svg' }] as typeof subject.pack;
    await app.db
      .update(examSubjects)
      .set({ layout: subject.layout, pack })
      .where(eq(examSubjects.id, subject.id));
    const [card] = (await read()).cards;
    app.clock.advance(3 * 3_600_000);
    user = await app.signIn(user);
    const { cards } = await bodyOf<{ cards: ReviewCard[] }>(named(card?.id ?? ''));
    expect(cards.map(({ id }) => id)).toEqual([card?.id]);
    const expiry = (one: ReviewCard | undefined) =>
      Number(new URL(one?.files[0]?.url ?? '', 'http://localhost').searchParams.get('e')) * 1000;
    expect(expiry(card)).toBeLessThan(app.clock.now());
    expect(expiry(cards[0])).toBeGreaterThan(app.clock.now());
  });

  it('is given to its owner alone; what is not a list of ids is refused', async () => {
    await sit('3');
    const id = (await read()).cards[0]?.id ?? '';
    const other = await app.signIn();
    expect(await bodyOf(named(`${id},9999999999`, other))).toEqual({ cards: [] });
    expect(await refusalOf(named('1,x'))).toBe('400 validation');
    expect(await refusalOf(named(Array(101).fill('1').join()))).toBe('400 validation');
    await expectMembersOnly(app, user, (who) => app.call('GET', `${path}cards/?ids=1`, who));
  });
});

describe('what was right but flagged', () => {
  const flagged = async () => {
    const device = examDevice(app, exam, user);
    await device.start();
    const now = app.clock.now();
    app.clock.advance(1_000);
    const flag = { f: true, flo: now, fhi: now };
    await device.save({ a: ['1', now] }, { answers: { a: { v: '1', lo: now, hi: now, ...flag } } });
    await device.submit({ a: ['1', now], b: ['1', now], c: ['2', now], d: ['2', now] });
    await runExamJobs(app.deps);
    return (await read()).cards.map(({ question, reason }) => [question.id, reason]);
  };

  it('becomes a card', async () => {
    expect(await flagged()).toEqual([['q-g1', 'flagged']]);
  });

  it('becomes none for a learner who does not want it', async () => {
    await app.call('PATCH', '/accounts/user/', {
      token: user.token,
      json: { preference: { review_flagged: false } },
    });
    expect(await flagged()).toEqual([]);
  });
});
