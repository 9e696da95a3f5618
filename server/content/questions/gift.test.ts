import { describe, expect, it } from 'vitest';
import { score } from '#contracts/examScore.ts';
import { asPack, importFile } from '../../testing/importedExam.ts';

const one = async (text: string) => {
  const read = await importFile('gift', 'quiz.gift', text);
  const [section] = read.subject?.sections ?? [];
  return { ...read, question: section?.questions[0], section };
};
/** Points for answers of the first question, read as a pack. */
async function pointsFor(text: string, ...answers: Record<string, string>[]): Promise<number[]> {
  const subject = await asPack(await importFile('gift', 'quiz.gift', text));
  const id = subject.paper.sections[0]?.questions[0]?.id;
  return answers.map(
    (values) =>
      score(
        subject.key,
        Object.fromEntries(Object.entries(values).map(([name, value]) => [`${id}.${name}`, value])),
      ).total,
  );
}

describe('GIFT, a kind a row of exams.md 2.3', () => {
  it('choice', async () => {
    const { question, code } = await one('::Q1:: 2 + 2 は? {~3 =4#そのとおり ~5 ####足し算}');
    expect(code).toBe(0);
    expect(question).toEqual({
      ...{ id: 'q1', unit: 'imported', body: '2 + 2 は?', slots: { choice: ['A'] } },
      ...{ options: ['3', '4', '5'], score: { key: 2, points: 1 }, why: '足し算\n\nそのとおり' },
    });
  });

  it('right or wrong', async () => {
    expect(await pointsFor('地球は丸い。{T}', { A: '1' }, { A: '2' })).toEqual([1, 0]);
    expect(await pointsFor('地球は平ら。{F}', { A: '1' }, { A: '2' })).toEqual([0, 1]);
  });

  it('choice of several, each right one less each wrong one', async () => {
    const text = '選べ。{~%50%春 ~%50%秋 ~%-50%夏 ~%-50%冬}';
    expect(await pointsFor(text, { A: '1,2' }, { A: '1,3' }, { A: '1' })).toEqual([1, 0, 0]);
    const free = await one('選べ。{~%50%春 ~%50%秋 ~夏}');
    expect(free.lines.join('\n')).toContain('点が引かれません');
    expect(free.code).toBe(0);
  });

  it('words, within the sentence too', async () => {
    const { question } = await one('日本の首都は{=東京 =Tokyo}です。');
    expect(question).toMatchObject({
      body: '日本の首都は[[blank:A]]です。',
      slots: { text: ['A'] },
      score: { key: ['東京', 'Tokyo', 'tokyo', 'TOKYO'], points: 1 },
    });
    const titled = "Grant's tomb holds {=no one}.";
    expect(await pointsFor(titled, { A: 'No One' }, { A: 'NO ONE' }, { A: 'one' })).toEqual([1, 1, 0]);
    expect(await pointsFor('首都は{=東京}です。', { A: ' 東京 ' }, { A: '大阪' })).toEqual([1, 0]);
  });

  it('numbers', async () => {
    expect(await pointsFor('円周率は? {#3.1:0.1}', { A: '3.14' }, { A: '3.3' })).toEqual([1, 0]);
    // Half of a decimal is no binary fraction.
    expect(
      await pointsFor('円周率は? {#3.141..3.142}', { A: '3.141' }, { A: '3.142' }, { A: '3.143' }),
    ).toEqual([1, 1, 0]);
    expect(await pointsFor('いくつ? {#1..5}', { A: '1' }, { A: '5' }, { A: '5.1' })).toEqual([1, 1, 0]);
  });

  it('pairs', async () => {
    const text = '組み合わせよ。{=春 -> 桜 =秋 -> 紅葉 = -> 雪}';
    expect((await one(text)).question).toMatchObject({
      options: ['桜', '紅葉', '雪'],
      slots: { choice: ['A', 'B'] },
    });
    expect(await pointsFor(text, { A: '1', B: '2' }, { A: '1', B: '3' })).toEqual([1, 0]);
    expect((await one(text)).lines.join('\n')).toContain('端数は切り捨てます');
  });

  it('written at length: the check refuses the rubric until somebody wrote it', async () => {
    const { question } = await one('説明せよ。{}');
    expect(question).toMatchObject({
      slots: { self: ['A'] },
      score: { rubric: [{ points: 1, text: '要記入' }] },
    });
  });

  it('a text without braces is the passage of what follows, a category the section', async () => {
    const read = await importFile(
      'gift',
      'q.gift',
      '$CATEGORY: top/国語\n\n次の文を読め。\n\n問い {T}\n\n$CATEGORY: 数学\n\n1+1 {#2}\n',
    );
    expect(read.subject?.sections.map(({ name, questions }) => [name, questions.length])).toEqual([
      ['国語', 1],
      ['数学', 1],
    ]);
    expect(read.subject?.sections[0]?.questions[0]?.passage).toEqual(['passages/new-passage-2.md']);
    expect((await asPack(read)).paper.passages[0]?.html).toContain('次の文を読め。');
  });

  it('formulas and signs stay what they are', async () => {
    const { question } = await one('\\\\(x^2\\=4\\\\) のとき $5 * 2_a は? {=x =y}');
    expect(question?.body).toBe('$x^2=4$ のとき \\$5 \\* 2\\_a は?');
    await asPack(await importFile('gift', 'q.gift', '\\\\(x^2\\=4\\\\) のとき {T}'));
  });
});

describe('what GIFT refuses', () => {
  it.each([
    ['a pattern', 'x {=ab*}', 1, 'q1: この採点方法は取り込めません: *'],
    ['no right answer', 'x {~a ~b}', 1, 'q1: 正解がありません'],
    ['shares that differ', 'x {~%70%a ~%30%b ~c}', 1, 'q1: この採点方法は取り込めません: fraction'],
    ['points that divide', 'x {=a ~%50%b ~c}', 1, 'q1: 配点は整数にしてください'],
    ['points below zero', 'x {=a ~%-50%b ~c}', 1, 'q1: マイナスの配点は使えません'],
    ['HTML', '[html]<form>x</form> {T}', 1, 'q1: HTMLの form は使えません'],
    ['what is hidden', '[html]<div hidden>x</div>y {T}', 1, 'q1: HTMLの div (非表示) は使えません'],
    ['a script', 'a {T}\n\n[html]<p>x</p><script>alert(1)</script> {T}', 3, 'q2: HTMLの script は使えません'],
    [
      'a picture from outside',
      '<img src\\="https\\://a.example/b.png"> {T}',
      1,
      'q1: 外部の画像・音声は取り込めません: https://a.example/b.png',
    ],
    [
      'a picture that is not there',
      'a {T}\n\n<img src\\="b.png"> {T}',
      3,
      'q2: ファイルが見つかりません: b.png',
    ],
  ])('%s, with its line', async (_name, text, line, message) => {
    const { lines, code } = await one(text);
    expect(lines).toContain(`quiz.gift:${line}: ${message}`);
    expect(code).toBe(1);
  });

  it('what cannot be read is told with its line, the rest is written', async () => {
    const { lines, code, section } = await one('a {T}\n\nb\n{=c\n\nd {F}\n');
    expect(lines[0]).toMatch(/^quiz\.gift:4: q2: GIFTとして読めません/);
    expect([code, section?.questions.length]).toEqual([1, 2]);
  });

  it('--partial is content with the rest', async () => {
    const read = await importFile('gift', 'quiz.gift', 'a {T}\n\nb {=c*}', '--partial');
    expect(read.code).toBe(0);
    expect(read.subject?.points).toBe(1);
  });
});
