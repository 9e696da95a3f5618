import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { asc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  entryDesired,
  examBorders,
  examEntries,
  examKeyRevisions,
  examMethods,
  examNaishin,
  examSchools,
  examSubjects,
  exams,
  examVersions,
} from '../../db/schema/exam.ts';
import { reviewCards, reviewHeads, reviewLogs } from '../../db/schema/review.ts';
import { openPackFile, openPackKey } from '../../domain/exam/sealPack.ts';
import { runRegrade } from '../../domain/examResult/regradeJob.ts';
import { changesAfter, countCards } from '../../domain/review/store.ts';
import { withdrawCards } from '../../domain/review/withdraw.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import { emptyFolder } from '../../testing/emptyFolder.ts';
import { svgOf, writeExamPack } from '../../testing/examPack.ts';
import { editPack, type TestPack } from '../../testing/pack.ts';
import { importPack } from '../importPack.ts';
import { PackRefusedError } from '../problems.ts';
import { VanishingError } from '../vanishing.ts';
import { RegradeWantedError } from './writeKeys.ts';

let app: TestApp;
let pack: TestPack;

beforeEach(async () => {
  app = await createTestApp({ config: { mediaDir: await emptyFolder() } });
  pack = await writeExamPack();
});

const run = (mayDelete = false) => importPack(app.deps, pack.root, { mayDelete });
/** As an operator who has read what changes, and said yes. */
const regrade = () => importPack(app.deps, pack.root, { mayRegrade: true });
const edit = (file: string, from: string, to: string) => editPack(pack, file, [from, to]);
const math = 'exams/mock/subjects/math.yaml';
const exam = 'exams/mock/exam.yaml';

async function subject(key = 'math') {
  const [row] = await app.db.select().from(examSubjects).where(eq(examSubjects.key, key));
  if (!row) throw new Error(`no subject ${key}`);
  return row;
}
const versions = () => app.db.select().from(examVersions).orderBy(asc(examVersions.id));
const revisions = async () =>
  app.db
    .select()
    .from(examKeyRevisions)
    .where(eq(examKeyRevisions.subjectId, (await subject()).id))
    .orderBy(asc(examKeyRevisions.revision));
/** As if somebody had begun the exam. */
const start = () => app.db.update(examVersions).set({ firstStart: new Date(app.deps.clock.now()) });

/** Files of a stored pack as a device would open them. */
async function open(key: string) {
  const row = await subject(key);
  const [version] = await versions();
  const of = { version: version?.hash ?? '', subject: key };
  const read = async (stored: (typeof row.pack)[number], sealed: string) => {
    const bytes = await readFile(join(app.deps.config.mediaDir, stored.path));
    return openPackFile(openPackKey(app.deps.keys, sealed), of, stored, bytes);
  };
  const files = await Promise.all(
    row.pack.map(async (file) => [file, await read(file, row.packKey)] as const),
  );
  const answers = row.answersPack ? await read(row.answersPack, row.answersKey) : null;
  return { files, answers };
}

async function refusal(mayRegrade = false): Promise<string[]> {
  const error = await (mayRegrade ? regrade() : run()).catch((thrown: unknown) => thrown);
  if (error instanceof PackRefusedError) return error.list.lines();
  throw error;
}

describe('importing exams', () => {
  it('stores exam, subjects, keys, schools and borders', async () => {
    expect(await run()).toMatchObject({
      exams: 1,
      mockQuestions: 5,
      borders: 2,
      corrected: [],
      warnings: [],
    });
    const [row] = await app.db.select().from(exams);
    expect(row).toMatchObject({
      ...{ key: 'small/mock', kind: 'university', marksOpen: 'at_once', keysOpen: 'after_window' },
      ...{ maxDesiredRank: 8, retakeDays: null, grades: ['h3'] },
    });
    expect(row?.examFrom?.toISOString()).toBe('2027-06-01T00:00:00.000Z');
    expect(await subject()).toMatchObject({
      ...{ name: '数学', minutes: 70, points: 22, questionCount: 4, hasListening: false, keyRevision: 1 },
      names: ['m-1.ア', 'm-1.イ', 'm-1.ウ', 'm-1.エ', 'm-2.A', 'm-3.A', 'm-3.B', 'm-4.A'],
    });
    expect(await revisions()).toHaveLength(1);
    const borders = await app.db.select().from(examBorders).orderBy(asc(examBorders.border));
    expect(borders.map(({ year, border }) => [year, border])).toEqual([
      [2027, 55],
      [2027, 57.5],
    ]);
    const [table] = await app.db.select().from(examNaishin);
    expect(table?.table).toMatchObject({ full: 65, to: 300 });
  });

  it('packs open with their keys alone and hold no answers', async () => {
    await run();
    const { files, answers } = await open('english-l');
    expect(files.map(([{ name, type }]) => [name.replace(/^[0-9a-f]{20}/, ''), type])).toEqual([
      ['paper.json', 'application/json'],
      ['.m4a', 'audio/mp4'],
    ]);
    const paper = files[0]?.[1].toString() ?? '';
    expect(JSON.parse(paper)).toMatchObject({ subject: 'english-l', version: (await versions())[0]?.hash });
    expect(paper).not.toContain('station');
    expect(answers?.toString()).toContain('station');
    const sealed = await readFile(
      join(app.deps.config.mediaDir, (await subject('english-l')).pack[0]?.path ?? ''),
    );
    expect(sealed.includes('Which way?')).toBe(false);
  });

  it('importing again changes nothing, and puts back what the media store lost', async () => {
    await run();
    const before = [await subject(), await versions(), await app.db.select().from(exams)];
    app.clock.advance(5 * 3_600_000);
    await run();
    expect([await subject(), await versions(), await app.db.select().from(exams)]).toEqual(before);
    await rm(join(app.deps.config.mediaDir, (await subject()).pack[0]?.path ?? ''));
    await run();
    expect((await open('math')).files).toHaveLength(2);
  });

  it('before the first start another text is another version', async () => {
    await run();
    const [before] = await versions();
    await edit(math, '正しいものを', '最も正しいものを');
    await run();
    const after = await versions();
    expect(after).toHaveLength(1);
    expect(after[0]?.hash).not.toBe(before?.hash);
    expect(await app.db.select({ id: exams.versionId }).from(exams)).toEqual([{ id: after[0]?.id }]);
  });

  it('before the first start another key is simply the key', async () => {
    await run();
    await edit(math, 'key: 2, points: 5', 'key: 3, points: 5');
    expect((await run()).corrected).toEqual([]);
    const [only, ...others] = await revisions();
    expect(others).toEqual([]);
    expect(only?.key.groups[2]?.keys).toEqual({ 'm-2.A': ['3'] });
    expect((await open('math')).answers?.toString()).toContain('"m-2.A":"3"');
  });

  it('row 74: after it no question may change, each place is told', async () => {
    await run();
    await start();
    const before = await subject();
    await edit(math, '正しいものを', '最も正しいものを');
    await edit('exams/mock/passages/p-1.md', '涼しい', '寒い');
    const told = (place: string) =>
      `${place}: 受験が始まった試験の問題文は変えられません(${place})。正誤表は errata に書いてください`;
    expect(await refusal()).toEqual([told('exams/mock/passages/p-1.md:1'), told(`${math}:16`)]);
    expect(await subject()).toEqual(before);
    await edit(math, '最も正しいものを', '正しいものを');
    await edit('exams/mock/passages/p-1.md', '寒い', '涼しい');
    await pack.write('exams/mock/figures/graph.svg', svgOf('<path d="M0 0L9 9"/>'));
    expect(await refusal()).toEqual([told(`${math}:16`)]);
    await pack.write('exams/mock/figures/graph.svg', svgOf());
    await edit(math, 'minutes: 70', 'minutes: 80');
    expect(await refusal()).toEqual([told(`${math}:1`)]);
  });

  it('after it a script of a track stays, too', async () => {
    await run();
    await start();
    await edit('exams/mock/subjects/english-l.yaml', '*station*', '*bank*');
    expect(await refusal()).toEqual([
      `${exam}:1: 受験が始まった試験の問題文は変えられません(${exam}:1)。正誤表は errata に書いてください`,
    ]);
  });

  it('row 71: after it another key wants a yes, and is told with what it would change', async () => {
    await run();
    await start();
    await edit(math, 'key: 2, points: 5', 'key: 3, points: 5');
    await edit('schools.yaml', '見本大学', '手本大学');
    const error = await run().catch((thrown: unknown) => thrown);
    expect(error instanceof RegradeWantedError && error.lines).toEqual([
      'mock/math: 採点済み 0人のうち、点が上がる人 0人、下がる人 0人、平均 0.00 → 0.00点',
    ]);
    // All or nothing.
    expect((await app.db.select().from(examSchools))[0]?.name).toBe('見本大学');
    expect(await revisions()).toHaveLength(1);
  });

  it('row 71: with a yes it is a revision with its reason, by which all are marked again', async () => {
    await run();
    await start();
    await edit(math, 'key: 2, points: 5', 'key: 3, points: 5');
    await edit(
      exam,
      'border_year',
      'corrections: [{ subject: math, question: m-2, text: 問2の正解を訂正 }, { subject: math, question: m-1, text: ほか }]\nborder_year',
    );
    expect((await regrade()).corrected).toEqual(['mock/math']);
    const [, second] = await revisions();
    expect(second).toMatchObject({ revision: 2, policy: 'fair', reason: '問2の正解を訂正' });
    const group = second?.key.groups.find(({ id }) => id === 'm-2/1');
    expect([group?.keys, group?.alternatives]).toEqual([{ 'm-2.A': ['3'] }, [{ keys: { 'm-2.A': ['2'] } }]]);
    // Until all answers are marked, the old key counts.
    expect((await subject()).keyRevision).toBe(1);
    expect(await refusal(true)).toEqual([
      `${math}:1: この科目の再採点が終わってから、もう一度実行してください。`,
    ]);
    await runRegrade(app.deps);
    expect((await subject()).keyRevision).toBe(2);
    // The same pack again brings no new key, although the old one counts beside it.
    expect((await run()).corrected).toEqual([]);
    expect(await revisions()).toHaveLength(2);
  });

  it('after it a group goes only by the exact policy, with a reason', async () => {
    await run();
    await start();
    await edit(math, 'key: 2, points: 5', 'key: 2, points: 5, void: exclude');
    expect(await refusal(true)).toEqual([expect.stringContaining('配点から外すと点が下がる人がいます')]);
    await edit(
      exam,
      'border_year',
      'corrections: [{ subject: math, question: m-2, text: 出題の誤り, policy: exact }]\nborder_year',
    );
    expect((await regrade()).corrected).toEqual(['mock/math']);
  });

  it('after it explanations, borders and errata may change', async () => {
    await run();
    await start();
    await edit(math, '春と秋。', '春と秋である。');
    await edit('borders/2027.csv', '55.0', '56.0');
    await edit(
      exam,
      'border_year',
      'errata: [{ at: 2027-06-02T09:00:00+09:00, subject: math, question: m-2, text: 「x」は $x$ の誤り }]\nborder_year',
    );
    expect((await run()).corrected).toEqual([]);
    expect((await subject()).answers.questions[2]?.why).toContain('春と秋である。');
    const [version] = await versions();
    expect(version?.errata).toMatchObject([
      {
        subject: 'math',
        question: 'm-2',
        at: '2027-06-02T00:00:00.000Z',
        html: expect.stringContaining('katex'),
      },
    ]);
  });

  it('a sample counts its days from its first import', async () => {
    const times = ['entry_from', 'entry_until', 'exam_from', 'exam_until', 'report_at'];
    let text = await readFile(join(pack.root, exam), 'utf8');
    for (const [at, name] of times.entries())
      text = text.replace(new RegExp(`${name}: .*`), `${name}: +${at}d 09:00`);
    await pack.write(exam, `${text}is_sample: true\n`);
    await run();
    const read = async () => (await app.db.select().from(exams))[0]?.examFrom;
    const first = await read();
    const day = new Date(app.deps.clock.now() + 9 * 3_600_000).toISOString().slice(0, 10);
    expect(first?.getTime()).toBe(Date.parse(`${day}T09:00:00+09:00`) + 2 * 86_400_000);
    app.clock.advance(50 * 3_600_000);
    await run();
    expect(await read()).toEqual(first);
  });
});

describe('what the pack no longer has', () => {
  it('an exam wants a yes; with entries it stays for them, without it goes', async () => {
    await run();
    await rm(join(pack.root, 'exams'), { recursive: true });
    await rm(join(pack.root, 'borders'), { recursive: true });
    const error = await run().catch((thrown: unknown) => thrown);
    expect(error instanceof VanishingError && error.lines).toEqual(['試験「第1回 小さな模試」(small/mock)']);
    const user = await app.signIn();
    const [row] = await app.db.select().from(exams);
    const now = new Date(app.deps.clock.now());
    await app.db.insert(examEntries).values({
      ...{ userId: user.id, examId: row?.id ?? 0, status: 'entered' },
      ...{ created: now, modified: now },
    });
    const of = { userId: user.id, created: now };
    const { id: subjectId } = await subject();
    await app.db.insert(reviewHeads).values({ userId: user.id, seq: 1 });
    const face = { key: 'k', source: 'mockexam', reason: 'wrong', question: 'q', group: 'g' } as const;
    const [card] = await app.db
      .insert(reviewCards)
      .values({ ...of, ...face, subjectId, seq: 1 })
      .returning();
    const review = { rating: 3, reviewedAt: now, device: 'd', params: 'p', seq: 1 } as const;
    await app.db.insert(reviewLogs).values({ ...of, ...review, id: randomUUID(), cardId: card?.id ?? 0 });
    expect(await run(true)).toMatchObject({ withdrawnExams: 1, deletedExams: 0 });
    expect((await app.db.select().from(exams))[0]?.withdrawn).toEqual(now);
    // Its questions are gone with it: their cards are withdrawn, and the reviews of them stay.
    const changed = await changesAfter(app.db, user.id, 1);
    expect(changed.cards).toMatchObject([{ id: card?.id, withdrawn: now }]);
    expect(await app.db.select().from(reviewLogs)).toHaveLength(1);
    expect(await countCards(app.db, user.id)).toBe(0);
    await app.db.transaction((tx) => withdrawCards(tx, [row?.id ?? 0], null));
    expect(await countCards(app.db, user.id)).toBe(1);
    expect((await changesAfter(app.db, user.id, changed.cursor)).cards).toMatchObject([{ withdrawn: null }]);
    await app.db.delete(examEntries);
    await app.db.update(exams).set({ withdrawn: null });
    expect(await run(true)).toMatchObject({ withdrawnExams: 0, deletedExams: 1 });
    expect(await app.db.select().from(examSubjects)).toEqual([]);
  });

  it('a way into a faculty that somebody wishes for stays, without a border', async () => {
    await run();
    const user = await app.signIn();
    const [row] = await app.db.select().from(exams);
    const now = new Date(app.deps.clock.now());
    const [entry] = await app.db
      .insert(examEntries)
      .values({ userId: user.id, examId: row?.id ?? 0, status: 'entered', created: now, modified: now })
      .returning();
    const [late] = await app.db.select().from(examMethods).where(eq(examMethods.name, '後期'));
    await app.db.insert(entryDesired).values({ entryId: entry?.id ?? 0, rank: 1, methodId: late?.id ?? 0 });
    await edit('schools.yaml', ', { id: late, name: 後期 }', '');
    await edit('borders/2027.csv', '0012,01,late,57.5,math,100\n', '');
    await run();
    expect(await app.db.select().from(examMethods)).toHaveLength(2);
    expect(await app.db.select().from(examBorders)).toHaveLength(1);
    await app.db.delete(entryDesired);
    await run();
    expect(await app.db.select().from(examMethods)).toHaveLength(1);
    expect(await app.db.select().from(examSchools)).toHaveLength(1);
  });
});
