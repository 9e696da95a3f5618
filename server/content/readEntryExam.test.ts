import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { entryExams, entryTests } from '../db/schema/entryExam.ts';
import { examSubjects, exams } from '../db/schema/exam.ts';
import { createTestApp } from '../testing/createTestApp.ts';
import { emptyFolder } from '../testing/emptyFolder.ts';
import { type TestPack, writeTestPack } from '../testing/pack.ts';
import { demoFolder } from './demo.ts';
import { importPack } from './importPack.ts';
import { PackRefusedError } from './problems.ts';
import { readPack } from './readPack.ts';

const file = 'entry-exam.yaml';
let pack: TestPack;

const subject = (id: string, name: string, body = '問い') => `${id}:
  name: ${name}
  areas:
    - { id: one, name: 分野, courses: [a] }
  passages:
    text: 文章
  questions:
    - { id: q1, area: one, body: ${body}, passage: text, options: [あ, い], answer: 2, why: [解説] }
    - { id: q2, area: one, body: 数, answer: -4, why: [解説] }
`;
const whole = (body?: string) =>
  subject('japanese', '国語', body) + subject('math', '数学') + subject('english', '英語');

beforeEach(async () => {
  pack = await writeTestPack();
});

it('is refused with what is wrong, each where it stands', async () => {
  await pack.write(
    file,
    whole()
      .replace('courses: [a]', 'courses: [zz]')
      .replace('passage: text', 'passage: none')
      .replace('answer: 2', 'answer: 3')
      .replace('{ id: q2, area: one', '{ id: q1, area: two'),
  );
  const refusal = await readPack(pack.root).catch((error: unknown) => error);
  expect(refusal instanceof PackRefusedError && refusal.list.lines()).toEqual([
    `${file}:4: 講座「zz」はこの教材にありません。`,
    `${file}:8: 文章「none」は passages にありません。`,
    `${file}:8: answer は選択肢の番号(1から)にしてください。`,
    `${file}:9: 問題の id「q1」が2回使われています。`,
    `${file}:9: 分野「two」は areas にありません。`,
  ]);
  await pack.write(file, subject('japanese', '国語'));
  await expect(readPack(pack.root)).rejects.toThrow(PackRefusedError);
});

it('a changed file is another version; one that somebody applied for stays until they are done', async () => {
  const app = await createTestApp({
    config: { mediaDir: await emptyFolder() },
  });
  const versions = async () => {
    const rows = await app.db.select().from(entryExams);
    return rows.map(({ id, isCurrent }) => [id, isCurrent]).sort();
  };
  const run = () => importPack(app.deps, pack.root);
  expect(await run()).toMatchObject({ examQuestions: 0 });
  await pack.write(file, whole());
  expect(await run()).toMatchObject({ examQuestions: 6 });
  const [first] = await app.db.select().from(entryExams);
  expect(first?.subjects[0]?.questions[0]).toMatchObject({ passage: '文章', lang: 'ja', answer: 2 });
  await run();
  const named = async () =>
    (await app.db.select().from(exams)).map(({ key, withdrawn }) => [key.split(':')[1], withdrawn]);
  expect(await named()).toEqual([['entry-exam', null]]);
  expect(await versions()).toEqual([[first?.id, true]]);
  await pack.write(file, whole('別の問い'));
  await run();
  const [second] = await app.db.select().from(entryExams);
  expect(second?.id).not.toBe(first?.id);
  const now = new Date(app.clock.now());
  await app.db.insert(entryTests).values({
    id: '00000000-0000-4000-8000-000000000001',
    examId: second?.id ?? 0,
    email: 'a@example.jp',
    grade: 'j3',
    subjects: ['math'],
    created: now,
    expires: now,
  });
  await rm(join(pack.root, file));
  await run();
  expect(await versions()).toEqual([[second?.id, false]]);
  await pack.write(file, whole('別の問い'));
  await run();
  expect(await versions()).toEqual([[second?.id, true]]);
  expect(await named()).toEqual([['entry-exam', null]]);
  const subjects = await app.db.select().from(examSubjects).orderBy(examSubjects.order);
  expect(subjects.map(({ key, names }) => [key, names])).toEqual(
    ['japanese', 'math', 'english'].map((key) => [key, ['q1', 'q2']]),
  );
});

it('the demo has ten questions a subject, each with an explanation, and right answers spread over the options', async () => {
  const { entryExam } = await readPack(demoFolder);
  for (const { questions, areas } of entryExam?.subjects ?? []) {
    expect(questions).toHaveLength(10);
    expect(areas).toHaveLength(4);
    const places = questions.filter(({ options }) => options.length > 0).map(({ answer }) => answer);
    expect(new Set(places).size).toBeGreaterThanOrEqual(4);
    for (const { options } of questions) expect(new Set(options).size).toBe(options.length);
  }
  expect(entryExam?.subjects.map(({ id }) => id)).toEqual(['japanese', 'math', 'english']);
}, 120_000);
