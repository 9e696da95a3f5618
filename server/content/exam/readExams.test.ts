import { beforeEach, describe, expect, it } from 'vitest';
import { paperSchema } from '#contracts/examContent.ts';
import { score } from '#contracts/examScore.ts';
import { svgOf, writeExamPack } from '../../testing/examPack.ts';
import { editPack, type TestPack } from '../../testing/pack.ts';
import { readPack } from '../readPack.ts';

let pack: TestPack;

beforeEach(async () => {
  pack = await writeExamPack();
});

const edit = (file: string, ...changes: [string | RegExp, string][]) => editPack(pack, file, ...changes);
const math = 'exams/mock/subjects/math.yaml';

async function readMock() {
  const [read] = (await readPack(pack.root)).examPart.exams;
  if (!read) throw new Error('no exam');
  const subject = read.subjects.find(({ id }) => id === 'math');
  if (!subject) throw new Error('no subject');
  return { ...read, math: subject };
}

describe('a good exam', () => {
  it('becomes what takers see, without a key in it', async () => {
    const { math: subject } = await readMock();
    expect(paperSchema.parse(subject.paper)).toEqual(subject.paper);
    expect(subject.paper).toMatchObject({ exam: 'mock', subject: 'math', minutes: 70, points: 22 });
    const [first, second] = subject.paper.sections[0]?.questions ?? [];
    expect(first?.slots.map(({ id, label, kind }) => [id, label, kind])).toEqual([
      ['m-1.ア', 'ア', 'mark'],
      ['m-1.イ', 'イ', 'mark'],
      ['m-1.ウ', 'ウ', 'mark'],
      ['m-1.エ', 'エ', 'mark'],
    ]);
    expect(first?.html).toContain('katex');
    expect(first?.html).toContain('アイウエ'.slice(1, 3));
    expect(second?.slots[0]).toMatchObject({ id: 'm-2.A', label: '1', max: 1 });
    expect(second?.slots[0]?.options.map(({ value }) => value)).toEqual(['1', '2', '3']);
    expect(second?.html).toMatch(
      /<figure class="exam-figure"><img data-file="[0-9a-f]{20}\.svg" alt="上に開いた放物線" width="100" height="80">/,
    );
    const third = subject.paper.sections[1]?.questions[0];
    expect(third).toMatchObject({ no: 3, label: '問1', passage: 'p-1', anchor: 'a1' });
    expect(JSON.stringify(subject.paper)).not.toContain('春と秋。');
    expect(JSON.stringify(subject.paper)).not.toContain('"keys"');
  });

  it('its key marks answers', async () => {
    const { math: subject } = await readMock();
    const values = {
      ...{ 'm-1.ア': '3', 'm-1.イ': '-', 'm-1.ウ': '2', 'm-1.エ': '3', 'm-2.A': '2' },
      ...{ 'm-3.A': '3', 'm-3.B': '2', 'm-4.A': '暖かい' },
    };
    expect(score(subject.key, values)).toMatchObject({ total: 13, full: 22, pending: 1 });
    expect(score(subject.key, values, { 'm-4/1': 5 }).total).toBe(18);
  });

  it('keys and explanations are a file of their own, with the lessons that teach it', async () => {
    const { math: subject } = await readMock();
    expect(subject.answers.questions[0]).toMatchObject({
      id: 'm-1',
      keys: { 'm-1.ア': '3', 'm-1.イ': '-', 'm-1.ウ': '2', 'm-1.エ': '3' },
      lessons: ['a-1', 'a-2'],
    });
    expect(subject.answers.questions[3]).toMatchObject({
      rubric: [
        { text: '理由がある', points: 4 },
        { text: '字数を守っている', points: 2 },
      ],
      model: expect.stringContaining('暖かいから。'),
    });
  });

  it('its passage has anchors, blanks and furigana', async () => {
    const { math: subject } = await readMock();
    const [read] = subject.paper.passages;
    expect(read).toMatchObject({ id: 'p-1', kind: 'vertical', title: '季節' });
    expect(read?.anchors).toEqual([
      { id: 'a1', label: 'A' },
      { id: 'a2', label: 'B' },
    ]);
    expect(read?.html).toContain(
      '<span class="exam-anchor" data-anchor="a1"><b class="exam-anchor-label">A</b><ruby>春<rp>(</rp><rt>はる</rt><rp>)</rp></ruby>の風</span>',
    );
    expect(read?.html).toContain('<span class="exam-blank" data-blank="ア">ア</span>');
  });

  it('its version names what takers see: keys are apart', async () => {
    const first = await readMock();
    const again = await readMock();
    expect([again.version, again.keyVersion]).toEqual([first.version, first.keyVersion]);
    expect(first.math.paper.version).toBe(first.version);
    await edit(math, ['key: 2, points: 5', 'key: 3, points: 5']);
    const corrected = await readMock();
    expect(corrected.version).toBe(first.version);
    expect(corrected.keyVersion).not.toBe(first.keyVersion);
    await edit(math, ['正しいものを', '最も正しいものを']);
    expect((await readMock()).version).not.toBe(first.version);
    await edit(math, ['最も正しいものを', '正しいものを']);
    await pack.write('exams/mock/figures/graph.svg', svgOf('<path d="M0 0L9 9"/>'));
    expect((await readMock()).version).not.toBe(first.version);
  });

  it('schools, borders and school marks come with it', async () => {
    const { examPart } = await readPack(pack.root);
    expect(examPart.borders[0]).toMatchObject({
      ...{ year: 2027, school: '0012', faculty: '01', method: 'general', border: 55 },
      subjects: [
        { id: 'math', weight: 200 },
        { id: 'english-l', weight: 100 },
      ],
    });
    expect(examPart.naishin[0]).toMatchObject({ id: 'mihon', prefecture: '見本県', full: 300 });
  });

  it('a sign that the printed result lacks is a warning alone', async () => {
    await edit('units.yaml', ['聞き取り', '聞き取り😀']);
    const { warnings } = await readPack(pack.root);
    expect(warnings).toEqual([
      { file: 'units.yaml', line: 2, message: '「😀」は成績表のPDFに印刷できません。' },
    ]);
  });
});
