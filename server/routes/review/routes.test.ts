import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Review, ReviewCard } from '#contracts/review.ts';
import { examAllowances, examSubjects, exams } from '../../db/schema/exam.ts';
import { sealPack } from '../../domain/exam/sealPack.ts';
import { runExamJobs } from '../../domain/examResult/jobs.ts';
import { bodyOf, refusalOf } from '../../testing/answers.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import { expectMembersOnly } from '../../testing/everyCaller.ts';
import { enterExam, examDevice, storeExam, type TestExam } from '../../testing/exam.ts';
import type { SignedIn } from '../../testing/users.ts';

let app: TestApp;
let exam: TestExam;
let user: SignedIn;
let attempt: string;

const path = '/api/lms/review/';
const read = (after = '', who = user) =>
  bodyOf<Review>(app.call('GET', `${path}${after ? `?after=${after}` : ''}`, { token: who.token }));
const answer = (logs: object[], who = user) =>
  app.call('POST', `${path}answer/`, { token: who.token, json: { logs } });
const log = (card: string, fields: object = {}) => ({
  id: randomUUID(),
  card,
  rating: 3,
  reviewed_at: new Date(app.clock.now()).toISOString(),
  device: 'device-one',
  ...fields,
});

beforeEach(async () => {
  app = await createTestApp();
  exam = await storeExam(app.deps);
  user = await app.signIn();
  await enterExam(app.deps, exam, user.id);
  const device = examDevice(app, exam, user);
  await device.start();
  const now = app.clock.now();
  app.clock.advance(1_000);
  await device.submit({ a: ['1', now], b: ['3', now] });
  attempt = device.attempt.id;
  await runExamJobs(app.deps);
});

describe('cards', () => {
  it('come with question, key and explanation, so that they can be asked without a network', async () => {
    const { cards, count, has_more } = await read();
    expect([count, has_more]).toEqual([2, false]);
    expect(cards[0]).toMatchObject({
      source: 'mockexam',
      exam: '第1回 模試',
      unit: '二次関数',
      reason: 'wrong',
      question: { id: 'q-g2', slots: [{ id: 'b' }] },
      slots: ['b'],
      keys: { b: '1' },
      why: '<p>秘密の解説 q-g2</p>',
    });
    expect(cards[1]?.reason).toBe('empty');
  });

  it('are told once: after a cursor comes only what changed', async () => {
    const { cards, cursor } = await read();
    expect(await read(cursor)).toMatchObject({ cards: [], logs: [], cursor });
    await answer([log(cards[0]?.id ?? '')]);
    const next = await read(cursor);
    expect([next.cards.length, next.logs.length]).toEqual([0, 1]);
    expect(Number(next.cursor)).toBeGreaterThan(Number(cursor));
  });

  it('can be set aside, and added from a question that was right', async () => {
    const { cards, cursor } = await read();
    const id = cards[0]?.id;
    const aside = await app.call('PATCH', `${path}${id}/`, {
      token: user.token,
      json: { is_suspended: true },
    });
    expect((await bodyOf<ReviewCard>(aside)).is_suspended).toBe(true);
    await app.call('POST', `${path}add/`, {
      token: user.token,
      json: { attempt, questions: ['q-g1', 'q-g2'] },
    });
    const next = await read(cursor);
    expect(next.count).toBe(3);
    expect(next.cards.map(({ question, reason }) => [question.id, reason])).toEqual([
      ['q-g2', 'wrong'],
      ['q-g1', 'added'],
    ]);
  });

  it('are not added from an exam that is withdrawn, and it says so', async () => {
    await app.db.update(exams).set({ withdrawn: new Date(app.clock.now()) });
    const json = { attempt, questions: ['q-g1'] };
    const added = app.call('POST', `${path}add/`, { token: user.token, json });
    expect(await refusalOf(added)).toBe('409 not_open');
    expect((await read()).count).toBe(2);
  });

  it('are one’s own', async () => {
    const other = await app.signIn();
    const id = (await read()).cards[0]?.id ?? '';
    expect((await read('', other)).count).toBe(0);
    expect(
      await refusalOf(
        app.call('PATCH', `${path}${id}/`, { token: other.token, json: { is_suspended: true } }),
      ),
    ).toBe('404 not_found');
    expect(await bodyOf(answer([log(id)], other))).toMatchObject({ logs: [], unknown: [expect.any(String)] });
    const add = { attempt, questions: ['q-g1'] };
    expect(await refusalOf(app.call('POST', `${path}add/`, { token: other.token, json: add }))).toBe(
      '404 not_found',
    );
    await expectMembersOnly(app, user, (who) => app.call('GET', path, who));
  });
});

describe('reviews', () => {
  it('say by which parameters they were computed; of a device that does not, those of the first release', async () => {
    const id = (await read()).cards[0]?.id ?? '';
    await answer([log(id, { params: 'next-1' })]);
    await answer([log(id)]);
    expect((await read()).logs.map(({ params }) => params)).toEqual(['next-1', 'fsrs6-90-1']);
  });

  it('are facts: sent again, and by two devices at once, each is kept once', async () => {
    const id = (await read()).cards[0]?.id ?? '';
    const logs = [log(id), log(id, { rating: 1 })];
    await Promise.all([answer(logs), answer([...logs].reverse())]);
    expect((await read()).logs.map((one) => one.id).sort()).toEqual(logs.map((one) => one.id).sort());
  });

  it('are never later than now, and an undo is one of them', async () => {
    const id = (await read()).cards[0]?.id ?? '';
    const early = log(id, { reviewed_at: new Date(app.clock.now() + 3_600_000).toISOString() });
    await answer([early]);
    await answer([log(id, { undoes: early.id })]);
    const { logs } = await read();
    expect(logs[0]?.reviewed_at).toBe(new Date(app.clock.now()).toISOString());
    expect(logs[1]?.undoes).toBe(early.id);
  });

  it('come in pages that leave none out', async () => {
    const id = (await read()).cards[0]?.id ?? '';
    for (let step = 0; step < 3; step += 1) await answer(Array.from({ length: 90 }, () => log(id)));
    const seen = new Set<string>();
    let cursor = '';
    for (let more = true; more; ) {
      const page = await read(cursor);
      for (const one of page.logs) seen.add(one.id);
      [cursor, more] = [page.cursor, page.has_more];
    }
    expect(seen.size).toBe(270);
  });
});

describe('files of a card', () => {
  const picture = { name: 'fig.svg', type: 'image/svg+xml', bytes: Buffer.from('<svg/>') };
  const choice = { name: 'opt.svg', type: 'image/svg+xml', bytes: Buffer.from('<svg viewBox="0 0 1 1"/>') };
  const sound = { name: 't1.m4a', type: 'audio/mp4', bytes: Buffer.from('sound') };

  /** The wrong question as one of a listening test with pictures, its files sealed as by an import. */
  async function makeListening(): Promise<void> {
    const of = { version: exam.version, subject: 'math', folder: 'public/mock/exam' };
    const sealed = sealPack(app.deps.keys, { ...of, files: [picture, choice, sound] });
    for (const { file, bytes } of sealed.files) {
      const target = join(app.deps.config.mediaDir, file.path);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, bytes);
    }
    const [subject] = await app.db.select().from(examSubjects).where(eq(examSubjects.key, 'math'));
    const section = subject?.layout.sections[0];
    const question = section?.questions[1];
    const option = question?.slots[0]?.options[0];
    if (!subject || !section || !question || !option) throw new Error('no question with options');
    section.html = '<p>Choose the best picture.</p>';
    question.html = '<img data-file="fig.svg">';
    question.track = 't1';
    option.html = '<img data-file="opt.svg">';
    const track = {
      id: 't1',
      name: '問2',
      file: sound.name,
      seconds: 5,
      plays: 2,
      gap_sec: 5,
      preview_sec: 5,
    };
    subject.layout.tracks = [{ ...track, script: '' }];
    subject.answers.tracks = [{ id: 't1', script: '<p>The train leaves.</p>', translation: '<p>列車</p>' }];
    await app.db
      .update(examSubjects)
      .set({
        layout: subject.layout,
        answers: subject.answers,
        pack: [...subject.pack, ...sealed.files.map(({ file }) => file)],
        packKey: sealed.sealedKey,
      })
      .where(eq(examSubjects.id, subject.id));
  }

  const addressOf = (card: ReviewCard | undefined, name: string) =>
    card?.files.find((file) => file.name === name)?.url ?? '';

  beforeEach(makeListening);

  it('are its pictures, those of its options and its sound; with them come the instruction and the script', async () => {
    const [card, other] = (await read()).cards;
    expect(card).toMatchObject({
      lead: '<p>Choose the best picture.</p>',
      track: {
        name: '問2',
        file: 't1.m4a',
        script: '<p>The train leaves.</p>',
        translation: '<p>列車</p>',
        is_read: false,
      },
    });
    expect(card?.files.map(({ name }) => name)).toEqual(['fig.svg', 'opt.svg', 't1.m4a']);
    expect(other).toMatchObject({ track: null, files: [] });
    for (const { name, type, bytes } of [picture, choice, sound]) {
      const answer = await app.call('GET', addressOf(card, name));
      expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, type]);
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes);
    }
  });

  it('open by their own signed address alone, whoever asks', async () => {
    const [card] = (await read()).cards;
    const url = addressOf(card, 't1.m4a');
    const stranger = await app.signIn();
    for (const asked of [
      url.replace('t1.m4a', 'paper.json'),
      addressOf(card, 'fig.svg').replace('fig.svg', 't1.m4a'),
      url.replace(/s=[^&]+/, 's=x'),
    ])
      expect(await refusalOf(app.call('GET', asked, { token: stranger.token }))).toBe('403 forbidden');
    const bare = await app.call('GET', url.replace(/\?.*/, ''), { token: stranger.token });
    expect(bare.status).toBe(400);
    app.clock.advance(3 * 3_600_000);
    expect(await refusalOf(app.call('GET', url))).toBe('403 forbidden');
  });

  it('say who reads instead of listening', async () => {
    const modified = new Date(app.clock.now());
    await app.db.insert(examAllowances).values({ userId: user.id, scriptInsteadOfAudio: true, modified });
    expect((await read()).cards[0]?.track?.is_read).toBe(true);
  });
});
