import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { score } from '#contracts/examScore.ts';
import { svgOf } from '../../testing/examPack.ts';
import { asPack, importFile } from '../../testing/importedExam.ts';
import { importQuestions } from './importQuestions.ts';

/** Content of the files below a folder, by path. */
async function filesBelow(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    await Promise.all(files.sort().map(async (file) => [file, await readFile(file, 'base64')] as const)),
  );
}

const quiz = (...questions: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n${questions.join('\n')}\n</quiz>\n`;
const html = (name: string, text: string) =>
  `<${name} format="html"><text><![CDATA[${text}]]></text></${name}>`;
const question = (type: string, inside: string, text = '<p>問い</p>', grade = '2') =>
  `<question type="${type}"><name><text>Q ${type}</text></name>${html('questiontext', text)}<defaultgrade>${grade}</defaultgrade>${inside}</question>`;
const answer = (fraction: number, text: string, more = '') =>
  `<answer fraction="${fraction}" format="html"><text><![CDATA[${text}]]></text>${more}</answer>`;
const multi = (...answers: string[]) => question('multichoice', `<single>false</single>${answers.join('')}`);

const read = async (...questions: string[]) => {
  const imported = await importFile('moodle', 'quiz.xml', quiz(...questions));
  return { ...imported, first: imported.subject?.sections[0]?.questions[0] };
};
/** Points for answers of the first question, read as a pack. */
async function pointsFor(xml: string, ...answers: Record<string, string>[]): Promise<number[]> {
  const subject = await asPack(await read(xml));
  const id = subject.paper.sections[0]?.questions[0]?.id;
  const named = (values: Record<string, string>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [`${id}.${name}`, value]));
  return answers.map((values) => score(subject.key, named(values)).total);
}

describe('Moodle XML, a kind a row of exams.md 2.3', () => {
  it('choice', async () => {
    const xml = question(
      'multichoice',
      `<single>true</single>${answer(100, '<p>春</p>', html('feedback', 'そのとおり'))}${answer(50, '夏')}${answer(0, '秋')}${html('generalfeedback', '<p>解説</p>')}`,
    );
    const { first, code } = await read(xml);
    expect(code).toBe(0);
    expect(first).toEqual({
      ...{ id: 'q-multichoice', unit: 'imported', body: '問い', slots: { choice: ['A'] } },
      ...{ options: ['春', '夏', '秋'], why: '解説\n\nそのとおり' },
      score: { key: 1, points: 2, accept: [{ key: 2, points: 1 }] },
    });
    expect(await pointsFor(xml, { A: '1' }, { A: '2' }, { A: '3' })).toEqual([2, 1, 0]);
  });

  it('div and span hold something and say nothing', async () => {
    const text =
      '<div class="a"><div>前の<span style="color:red">赤い</span>語</div><div>次の段落</div></div>';
    const { first, code } = await read(question('truefalse', answer(100, 'true') + answer(0, 'false'), text));
    expect([code, first?.body]).toEqual([0, '前の赤い語\n\n次の段落']);
  });

  it('choice of several', async () => {
    const xml = multi(answer(50, 'a'), answer(50, 'b'), answer(-50, 'c'), answer(-50, 'd'));
    expect(await pointsFor(xml, { A: '1,2' }, { A: '1' }, { A: '1,3' }, { A: '1,2,3' })).toEqual([
      2, 1, 0, 1,
    ]);
    const free = await read(multi(answer(50, 'a'), answer(50, 'b'), answer(0, 'c')));
    expect(free.lines.join('\n')).toContain('注意: quiz.xml:3: Q multichoice: 元の採点では');
  });

  it('right or wrong', async () => {
    const xml = question('truefalse', answer(100, 'true') + answer(0, 'false'));
    expect(await pointsFor(xml, { A: '1' }, { A: '2' })).toEqual([2, 0]);
  });

  it('words and numbers', async () => {
    const words = question('shortanswer', `<usecase>0</usecase>${answer(100, 'Cat')}${answer(50, 'kitten')}`);
    expect(await pointsFor(words, { A: 'cat' }, { A: 'Kitten' }, { A: 'dog' })).toEqual([2, 1, 0]);
    const exact = question('shortanswer', `<usecase>1</usecase>${answer(100, 'Cat')}`);
    expect(await pointsFor(exact, { A: 'cat' }, { A: 'Cat' })).toEqual([0, 2]);
    const number = question('numerical', answer(100, '9.8', '<tolerance>0.1</tolerance>'));
    expect(await pointsFor(number, { A: '9.75' }, { A: '9.6' })).toEqual([2, 0]);
  });

  it('several places: match, gapselect, ddwtos, cloze', async () => {
    const pair = (text: string, to: string) =>
      `<subquestion format="html"><text><![CDATA[${text}]]></text><answer><text>${to}</text></answer></subquestion>`;
    const match = question('match', pair('<p>春</p>', '桜') + pair('秋', '紅葉') + pair('', '雪'));
    expect(await pointsFor(match, { A: '1', B: '2' }, { A: '1', B: '3' })).toEqual([2, 1]);
    const words = (box: string) =>
      ['桜', '雪', '紅葉'].map((word) => `<${box}><text>${word}</text><group>1</group></${box}>`).join('');
    const gaps = '<p>春は[[1]]、秋は[[3]]。</p>';
    const select = question('gapselect', words('selectoption'), gaps);
    expect((await read(select)).first?.body).toBe('春は[[blank:A]]、秋は[[blank:B]]。');
    expect(await pointsFor(select, { A: '1', B: '3' }, { A: '2', B: '3' })).toEqual([2, 1]);
    expect(await pointsFor(question('ddwtos', words('dragbox'), gaps), { A: '1', B: '3' })).toEqual([2]);
    const cloze = question(
      'cloze',
      '',
      '<p>首都は{2:SHORTANSWER:=東京#そう~%50%Edo}、人口は{1:NUMERICAL:=14:1}百万、国は{1:MC:~中国~=日本}。</p>',
    );
    expect(await pointsFor(cloze, { A: '東京', B: '14.5', C: '2' }, { A: 'edo', B: '16', C: '1' })).toEqual([
      4, 1,
    ]);
  });

  it('written at length', async () => {
    const { first } = await read(question('essay', ''));
    expect(first).toMatchObject({
      slots: { self: ['A'] },
      score: { rubric: [{ points: 2, text: '要記入' }] },
    });
  });

  it('a description is the passage, a category the section; pictures come out of the file', async () => {
    const picture = Buffer.from(svgOf()).toString('base64');
    const described = `<question type="description"><name><text>文章</text></name><questiontext format="html"><text><![CDATA[<p>図を見よ。</p><p><img src="@@PLUGINFILE@@/a%20b.svg" alt="円"></p>]]></text><file name="a b.svg" encoding="base64">${picture}</file></questiontext></question>`;
    const category =
      '<question type="category"><category><text>$course$/top/図形</text></category></question>';
    const imported = await read(category, described, question('truefalse', answer(100, 'false')));
    expect(imported.subject?.sections.map(({ name }) => name)).toEqual(['図形']);
    const path = (imported.first?.passage as string[] | undefined)?.[0] ?? '';
    const text = await readFile(join(imported.root, 'exams/other', path), 'utf8');
    expect(text).toContain('[[figure:f1]]');
    const subject = await asPack(imported);
    expect(subject.assets).toHaveLength(1);
    expect(subject.paper.passages[0]?.html).toContain('alt="円"');
  });

  it('two passages of one name, and two pictures of one name, stay two', async () => {
    const shown = (text: string, radius: number) => {
      const picture = Buffer.from(svgOf(`<circle cx="50" cy="50" r="${radius}"/>`)).toString('base64');
      return `<question type="description"><name><text>説明</text></name><questiontext format="html"><text><![CDATA[<p>${text}</p><p><img src="@@PLUGINFILE@@/zu.svg" alt="円"></p>]]></text><file name="zu.svg" encoding="base64">${picture}</file></questiontext></question>`;
    };
    const imported = await read(
      shown('甲の文。', 10),
      question('truefalse', answer(100, 'true')),
      shown('乙の文。', 20),
      question('truefalse', answer(100, 'false')),
    );
    const { paper, assets } = await asPack(imported);
    expect(paper.passages.map(({ html }) => html.includes('甲の文。'))).toEqual([true, false]);
    expect(new Set(paper.sections[0]?.questions.map(({ passage }) => passage)).size).toBe(2);
    expect(assets).toHaveLength(2);
    const again = join(imported.root, 'quiz.xml');
    await writeFile(again, quiz(shown('丙の文。', 30), question('truefalse', answer(100, 'true'))));
    const before = await filesBelow(join(imported.root, 'exams/other'));
    const args = ['--format', 'moodle', again, '--into', 'exams/other', '--subject', 'second'];
    expect(await importQuestions(args, imported.root, () => {})).toBe(0);
    const after = await filesBelow(join(imported.root, 'exams/other'));
    expect(after).toEqual(expect.objectContaining(before));
    expect(Object.keys(after).length).toBe(Object.keys(before).length + 3);
  });

  it('what HTML may be kept is kept', async () => {
    const { first } = await read(
      question(
        'truefalse',
        answer(100, 'true'),
        '<p>水は H<sub>2</sub>O<br>10<sup>3</sup> <b>太い</b> <i>斜め</i> <ruby>漢字<rt>かんじ</rt></ruby></p><ul><li>一</li><li>二</li></ul><table><tr><th>a</th><th>b|c</th></tr><tr><td>1</td><td>2</td></tr></table><p>式 \\(x^2\\) と &lt;記号&gt;</p>',
      ),
    );
    expect(first?.body).toBe(
      [
        '水は H$_{2}$O\\\n10$^{3}$ **太い** *斜め* {漢字|かんじ}',
        '- 一\n- 二',
        '| a | b\\|c |\n| --- | --- |\n| 1 | 2 |',
        '式 $x^2$ と \\<記号\\>',
      ].join('\n\n'),
    );
    await asPack(
      await read(question('truefalse', answer(100, 'true'), '<p>H<sub>2</sub>O {a|b} *x* $5</p>')),
    );
  });
});

describe('what Moodle XML refuses', () => {
  const nested = '<p>{1:MC:=a~{1:SA:=b}}</p>';
  it.each([
    [
      'a calculated question',
      question('calculated', answer(100, '{a}')),
      'Q calculated: この形式の問題は取り込めません: calculated',
    ],
    [
      'a picture to drag on',
      question('ddimageortext', ''),
      'Q ddimageortext: この形式の問題は取り込めません: ddimageortext',
    ],
    ['a random one', question('random', ''), 'Q random: この形式の問題は取り込めません: random'],
    ['a cloze in a cloze', question('cloze', '', nested), 'Q cloze: この形式の問題は取り込めません: cloze'],
    [
      'a cloze with nothing to choose from',
      question('cloze', '', '<p>{1:MULTICHOICE:=Apple#ok}</p>'),
      'Q cloze: この形式の問題は取り込めません: cloze MULTICHOICE',
    ],
    [
      'a cloze of several right',
      question('cloze', '', '<p>{1:MULTIRESPONSE:=a~=b}</p>'),
      'Q cloze: この形式の問題は取り込めません: cloze MULTIRESPONSE',
    ],
    [
      'a pattern',
      question('shortanswer', answer(100, 'a*')),
      'Q shortanswer: この採点方法は取り込めません: *',
    ],
    [
      'two units',
      question('numerical', `${answer(100, '1')}<units><unit/><unit/></units>`),
      'Q numerical: この採点方法は取り込めません: units',
    ],
    [
      'shares that differ',
      multi(answer(70, 'a'), answer(30, 'b'), answer(0, 'c')),
      'Q multichoice: この採点方法は取り込めません: fraction',
    ],
    [
      'no right answer',
      question('multichoice', answer(0, 'a') + answer(0, 'b')),
      'Q multichoice: 正解がありません',
    ],
    [
      'points below zero',
      question('multichoice', answer(100, 'a') + answer(-50, 'b')),
      'Q multichoice: マイナスの配点は使えません',
    ],
    [
      'a grade that is not whole',
      question('truefalse', answer(100, 'true'), '<p>x</p>', '1.5'),
      'Q truefalse: 配点は整数にしてください',
    ],
    [
      'a grade that does not divide',
      question(
        'gapselect',
        '<selectoption><text>a</text><group>1</group></selectoption>'.repeat(3),
        '[[1]][[2]][[3]]',
      ),
      'Q gapselect: 配点は整数にしてください',
    ],
    [
      'a file that is not there',
      question('truefalse', answer(100, 'true'), '<p><img src="@@PLUGINFILE@@/x.png" alt=""></p>'),
      'Q truefalse: ファイルが見つかりません: x.png',
    ],
    [
      'a picture from outside',
      question('truefalse', answer(100, 'true'), '<p><img src="//a.example/x.png"></p>'),
      'Q truefalse: 外部の画像・音声は取り込めません: //a.example/x.png',
    ],
    ['HTML', question('truefalse', answer(100, 'true'), '<h1>x</h1>'), 'Q truefalse: HTMLの h1 は使えません'],
    [
      'what a style hides',
      question('truefalse', answer(100, 'true'), '<div style="display: none">x</div>y'),
      'Q truefalse: HTMLの div (非表示) は使えません',
    ],
    [
      'what is hidden by its attribute',
      question('truefalse', answer(100, 'true'), '<p><span hidden>x</span>y</p>'),
      'Q truefalse: HTMLの span (非表示) は使えません',
    ],
    [
      'MathML',
      question('truefalse', answer(100, 'true'), '<p><math><mi>x</mi></math></p>'),
      'Q truefalse: 数式は TeX で書き直してください',
    ],
  ])('%s', async (_name, xml, message) => {
    const { lines, code, subject } = await read(xml);
    expect(lines[0]).toBe(`quiz.xml:3: ${message}`);
    expect([code, subject]).toEqual([1, null]);
  });

  it('row 76: a DOCTYPE, and an entity of its own: nothing is written', async () => {
    const bomb = '<!DOCTYPE quiz [<!ENTITY a "b">]>\n<quiz>&a;</quiz>';
    for (const [xml, message] of [
      [bomb, 'DOCTYPE は使えません'],
      ['<quiz>&a;</quiz>', 'XMLとして読めません'],
      [`<quiz>${'<a>'.repeat(70)}${'</a>'.repeat(70)}</quiz>`, '要素が深すぎます'],
      ['<questestinterop/>', 'この形式の問題は取り込めません: questestinterop'],
    ] as const) {
      const { lines, code, subject } = await importFile('moodle', 'quiz.xml', xml);
      expect(lines[0]).toContain(message);
      expect(lines[0]).toMatch(/^quiz\.xml:1: /);
      expect([code, subject, lines.at(-1)]).toEqual([1, null, '何も書いていません。']);
    }
  });
});
