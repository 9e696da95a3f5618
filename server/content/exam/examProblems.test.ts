import { beforeEach, describe, expect, it } from 'vitest';
import { svgOf, writeExamPack } from '../../testing/examPack.ts';
import { aacOf, editPack, m4aOf, sizedAvifOf, type TestPack } from '../../testing/pack.ts';
import { PackRefusedError } from '../problems.ts';
import { readPack } from '../readPack.ts';

let pack: TestPack;

beforeEach(async () => {
  pack = await writeExamPack();
});

async function problems(): Promise<string[]> {
  const refusal = await readPack(pack.root).catch((error: unknown) => error);
  if (refusal instanceof PackRefusedError) return refusal.list.lines();
  if (refusal instanceof Error) throw refusal;
  return [];
}
const edit = (file: string, ...changes: [string | RegExp, string][]) => editPack(pack, file, ...changes);
const math = 'exams/mock/subjects/math.yaml';
const sound = 'exams/mock/subjects/english-l.yaml';
const exam = 'exams/mock/exam.yaml';
const passage = 'exams/mock/passages/p-1.md';

describe('row 75: every problem is told with its file and line', () => {
  it('many at once, nothing imported', async () => {
    await edit(
      math,
      ['points: 22', 'points: 23'],
      ['key: 2, points: 5', 'key: 4, points: 5'],
      ['\\dfrac', '\\dfracs'],
    );
    await edit(passage, ['[[a2|秋の風]]', '[[a2|{秋|あき}の風]]']);
    await edit('exams/mock/subjects/english-l.yaml', ['audio/t1.m4a', 'audio/t2.m4a']);
    expect(await problems()).toEqual([
      'exams/mock/audio/t1.m4a:1: このファイルを使うところがありません。',
      'exams/mock/passages/p-1.md:7: 傍線部「a2」のふりがなは答えになるので書けません。',
      'exams/mock/subjects/english-l.yaml:7: ファイル「audio/t2.m4a」がありません。',
      'exams/mock/subjects/math.yaml:3: 配点を合わせると 22 点ですが、points は 23 です。',
      expect.stringMatching(
        /^exams\/mock\/subjects\/math\.yaml:12: 数式を組めません \(Undefined control sequence: \\dfracs/,
      ),
      'exams/mock/subjects/math.yaml:23: 正解「4」は「A」の選択肢にありません。',
    ]);
  });

  const ruby = 'ここのふりがなは答えになるので書けません。';
  it.each([
    [
      'points that are not the sum',
      math,
      'points: 22',
      'points: 20',
      3,
      '配点を合わせると 22 点ですが、points は 20 です。',
    ],
    [
      'a slot without score',
      math,
      "{ all: ア, key: '3', points: 2 }, ",
      '',
      14,
      '解答欄「ア」の配点がありません。',
    ],
    ['a slot scored twice', math, 'all: ア,', 'all: エ,', 14, '解答欄「エ」の配点が2回書かれています。'],
    [
      'a key outside the signs',
      math,
      "key: '-23'",
      "key: '+23'",
      14,
      '正解「+」は「イ」に入れられる記号ではありません。',
    ],
    [
      'a key of too few signs',
      math,
      "key: '-23'",
      "key: '23'",
      14,
      '正解が 2 つ、解答欄「イウエ」は 3 つです。',
    ],
    [
      'a key outside the options',
      math,
      'key: 2, points: 5',
      'key: 0, points: 5',
      23,
      '正解「0」は「A」の選択肢にありません。',
    ],
    ['one key for two slots', math, 'key: [1, 3]', 'key: [1]', 37, '正解が 1 つ、解答欄「AB」は 2 つです。'],
    [
      'an accept equal to the key',
      math,
      'key: 2, points: 5',
      'key: 2, points: 5, accept: [{ key: 2, points: 1 }]',
      23,
      'accept が key と同じです。',
    ],
    [
      'an accept worth too much',
      math,
      'key: 2, points: 5',
      'key: 2, points: 5, accept: [{ key: 1, points: 6 }]',
      23,
      '部分点は 5 点までです。',
    ],
    [
      'an unknown passage',
      math,
      'passages/p-1.md',
      'passages/p-2.md',
      29,
      '文章「passages/p-2.md」がありません。',
    ],
    ['an unknown anchor', math, 'anchor: a1', 'anchor: a9', 33, '「a9」は文章の傍線部や空欄にありません。'],
    [
      'an unknown unit',
      math,
      'unit: quadratic\n        lesson',
      'unit: cubic\n        lesson',
      9,
      '単元「cubic」は units.yaml にありません。',
    ],
    [
      'an unknown lesson',
      math,
      'lesson: { id: a-1',
      'lesson: { id: a-9',
      10,
      'レッスン「a-9」はこの教材にありません。',
    ],
    [
      'an unknown figure',
      math,
      'figures/graph.svg',
      'figures/grapf.svg',
      21,
      'ファイル「figures/grapf.svg」がありません。',
    ],
    ['an unknown track', sound, 'track: t1', 'track: t2', 18, '音声「t2」は tracks にありません。'],
    [
      'two anchors of one letter',
      passage,
      'letter: B',
      'letter: A',
      5,
      '傍線部「a1」と「a2」の記号がどちらも「A」です。',
    ],
    ['an anchor twice', passage, '[[a2|', '[[a1|', 7, '傍線部「a1」が2回使われています。'],
    [
      'a mark half written',
      passage,
      '[[blank:ア]]',
      '[[blank:ア]',
      7,
      '[[傍線部|…]]、[[blank:ア]]、[[figure:図]] か \\mark{ア} の書き方が正しくありません。傍線部は重ねられません。',
    ],
    [
      'an anchor over two paragraphs',
      passage,
      '[[a2|秋の風]]は',
      '[[a2|秋\n\nの風]]は',
      7,
      '傍線部「a2」が段落や太字をまたいでいます。1つの段落の中で閉じてください。',
    ],
    [
      'a picture without alt',
      math,
      'alt: 上に開いた放物線, ',
      '',
      21,
      '「sections.0.questions.1.figures.graph.alt」がありません。',
    ],
    [
      'sound longer than it may be',
      sound,
      'minutes: 30',
      'minutes: 1',
      4,
      '音声と間を合わせると 2 分で、試験時間 1 分より長くなります。',
    ],
    [
      'sound of another length',
      sound,
      'duration_sec: 20',
      'duration_sec: 22',
      7,
      '音声「audio/t1.m4a」は 20.0 秒です。duration_sec (22) と1秒以内でそろえてください。',
    ],
    ['Markdown with HTML', math, '正しいものを', '<b>正しい</b>ものを', 19, 'HTMLのタグは使えません。'],
    ['a formula in why, at its own line', math, '$x<0$ である', '$x<$0 である', 26, null],
    ['minutes out of range', math, 'minutes: 70', 'minutes: 201', 2, '「minutes」: 200以下にしてください。'],
    [
      'a report before the end',
      exam,
      'report_at: 2027-06-11',
      'report_at: 2027-06-07',
      8,
      'report_at は exam_until より後にしてください。',
    ],
    [
      'times of a sample elsewhere',
      exam,
      'exam_from: 2027-06-01T09:00:00+09:00',
      'exam_from: +3d 09:00',
      6,
      '「+3d 09:00」の形は見本 (is_sample: true) だけに書けます。',
    ],
    [
      'a border of an unknown subject',
      'borders/2027.csv',
      'math,100',
      'physics,100',
      3,
      '科目「physics」の試験がこの教材にありません。',
    ],
    [
      'a border of nobody',
      'borders/2027.csv',
      '0012,01,late',
      '0013,01,late',
      3,
      '学校「0013」は schools.yaml にありません。',
    ],
    [
      'a border with a weight too few',
      'borders/2027.csv',
      '200+100',
      '200',
      2,
      'subjects と weights の数が違います。',
    ],
    [
      'a self group without rubric',
      math,
      'rubric: [{ points: 4, text: 理由がある }, { points: 2, text: 字数を守っている }]',
      'points: 6',
      45,
      '記述には rubric (採点の基準) を書いてください。',
    ],
    [
      'a rubric to be written',
      math,
      'text: 理由がある',
      'text: 要記入',
      45,
      '「要記入」を実際の採点の基準に書きかえてください。',
    ],
    [
      'as many choices as options',
      math,
      'slots: { choice: A }',
      'max: 3\n        slots: { choice: A }',
      18,
      'max は選択肢の数 (3) より小さくしてください。',
    ],
    ['furigana in an option', math, 'options: [春,', "options: ['{春|はる}',", 35, ruby],
    [
      'a box that is not in the body',
      math,
      '\\mark{エ}',
      '2',
      12,
      '解答欄「エ」の \\mark{エ} が body にありません。',
    ],
    ['a box that is no slot', math, '\\mark{エ}', '\\mark{エオ}', 12, '解答欄「オ」は slots にありません。'],
    [
      'a box outside of a formula',
      math,
      'である。',
      'である。\\mark{ア}',
      12,
      '\\mark{…} は数式 ($…$) の中に書いてください。',
    ],
    ['a question twice', math, 'id: m-2', 'id: m-1', 16, '問題の id「m-1」が2回使われています。'],
    [
      'an erratum of nothing',
      exam,
      'border_year',
      'errata: [{ at: 2027-06-02T00:00:00+09:00, subject: math, question: m-9, text: 訂正 }]\nborder_year',
      12,
      '問題「m-9」は科目「math」にありません。',
    ],
  ])('%s', async (_name, file, from, to, line, message) => {
    await edit(file, [from, to]);
    const found = await problems();
    if (message === null) expect(found).toEqual([expect.stringMatching(new RegExp(`^${file}:${line}: `))]);
    else expect(found).toContain(`${file}:${line}: ${message}`);
  });

  it('pictures too large, and what a drawing may not hold', async () => {
    await pack.write(
      'exams/mock/figures/graph.svg',
      svgOf('<script>alert(1)</script>\n<image href="https://x.example/a.png"/>\n<g onclick="x()"/>'),
    );
    expect(await problems()).toEqual([
      'exams/mock/figures/graph.svg:1: SVGの <script> は使えません。',
      'exams/mock/figures/graph.svg:2: SVGの <image> は使えません。',
      'exams/mock/figures/graph.svg:3: SVGの属性 onclick は使えません。',
    ]);
    await pack.write('exams/mock/figures/graph.svg', `<!DOCTYPE svg [<!ENTITY a "b">]>\n${svgOf()}`);
    expect(await problems()).toContain(
      'exams/mock/figures/graph.svg:1: SVGにDOCTYPEは使えません。その行を消してください。',
    );
    await pack.write('exams/mock/figures/graph.svg', svgOf('', 'width="2400" height="10"'));
    expect(await problems()).toEqual([
      'exams/mock/subjects/math.yaml:21: 図「figures/graph.svg」は 2400×10 です。長い辺を 2000 px までにしてください。',
    ]);
    await pack.write('exams/mock/figures/graph.svg', svgOf(`<path d="${'M0 0'.repeat(160_000)}"/>`));
    expect(await problems()).toEqual([
      'exams/mock/subjects/math.yaml:21: 図「figures/graph.svg」が大きすぎます (600 kBまで)。',
    ]);
  });

  it('a picture of another format, and one that is too large', async () => {
    await edit(math, ['figures/graph.svg', 'figures/graph.avif']);
    await pack.write('exams/mock/figures/graph.avif', sizedAvifOf('x', { width: 3000, height: 20 }));
    expect(await problems()).toEqual([
      'exams/mock/figures/graph.svg:1: このファイルを使うところがありません。',
      'exams/mock/subjects/math.yaml:21: 図「figures/graph.avif」は 3000×20 です。長い辺を 2000 px までにしてください。',
    ]);
    await edit(math, ['figures/graph.avif', 'figures/graph.png']);
    expect(await problems()).toContain(
      'exams/mock/subjects/math.yaml:21: 図「figures/graph.png」はSVG、WebP、AVIFのどれかにしてください。',
    );
  });

  it('sound that is no AAC, or of two channels', async () => {
    await pack.write('exams/mock/audio/t1.m4a', m4aOf('t1', 20));
    expect(await problems()).toEqual([`${sound}:7: 音声「audio/t1.m4a」はAACではありません。`]);
    await pack.write('exams/mock/audio/t1.m4a', aacOf('t1', 20, 2));
    expect(await problems()).toEqual([`${sound}:7: 音声「audio/t1.m4a」はモノラルにしてください。`]);
  });

  it('what an author forgot beside the exam', async () => {
    await pack.write('exams/mock/passages/p-9.md', passage);
    await pack.write('exams/mock/notes.txt', 'x');
    await pack.write('exams/note.md', 'x');
    await pack.write('borders/new.csv', 'x');
    expect(await problems()).toEqual([
      'borders/new.csv:1: ファイルの名前は「年.csv」(2027.csv) にしてください。',
      'exams/mock/notes.txt:1: ここに置けるのは exam.yaml、subjects、passages、figures、audio だけです。',
      'exams/mock/passages/p-9.md:1: このファイルを使うところがありません。',
      'exams/note.md:1: exams には試験のフォルダー (名前は英小文字・数字・ハイフン) だけを置いてください。',
    ]);
  });
});
