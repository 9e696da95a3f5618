import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { score } from '#contracts/examScore.ts';
import { svgOf } from '../../testing/examPack.ts';
import { asPack, importFile } from '../../testing/importedExam.ts';
import { aacOf } from '../../testing/pack.ts';
import { type ZipEntry, zipOf } from '../../testing/zip.ts';

const rp = 'http://www.imsglobal.org/question/qti_v2p1/rptemplates';
const head =
  '<?xml version="1.0" encoding="UTF-8"?>\n<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="item-1" title="題" adaptive="false" timeDependent="false">\n';
const outcome = '<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"/>';
const declare = (cardinality: string, baseType: string, inside: string) =>
  `<responseDeclaration identifier="RESPONSE" cardinality="${cardinality}" baseType="${baseType}">${inside}</responseDeclaration>`;
const correct = (...values: string[]) =>
  `<correctResponse>${values.map((value) => `<value>${value}</value>`).join('')}</correctResponse>`;
const mapping = (entries: Record<string, number>, more = '') =>
  `<mapping ${more}>${Object.entries(entries)
    .map(([key, value]) => `<mapEntry mapKey="${key}" mappedValue="${value}"/>`)
    .join('')}</mapping>`;
const scored = (template: string) => `<responseProcessing template="${rp}/${template}"/>`;
const item = (declaration: string, body: string, processing = scored('match_correct'), before = outcome) =>
  `${head}${declaration}${before}<itemBody>${body}</itemBody>${processing}</assessmentItem>`;
const choices = (max: number, ...ids: string[]) =>
  `<choiceInteraction responseIdentifier="RESPONSE" maxChoices="${max}"><prompt>選べ。</prompt>${ids
    .map((id) => `<simpleChoice identifier="${id}">${id}の<em>答え</em></simpleChoice>`)
    .join('')}</choiceInteraction>`;

const read = async (xml: string) => {
  const imported = await importFile('qti', 'item.xml', xml);
  return { ...imported, first: imported.subject?.sections[0]?.questions[0] };
};
const readPackage = (...entries: ZipEntry[]) => importFile('qti', 'package.zip', zipOf(entries));
/** Points for answers of the first question, read as a pack. */
async function pointsFor(xml: string, ...answers: Record<string, string>[]): Promise<number[]> {
  const subject = await asPack(await read(xml));
  const named = (values: Record<string, string>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [`item-1.${name}`, value]));
  return answers.map((values) => score(subject.key, named(values)).total);
}

describe('QTI, a kind a row of exams.md 2.3', () => {
  it('choice by its key', async () => {
    const xml = item(
      declare('single', 'identifier', correct('b')),
      `<p>問い</p>${choices(1, 'a', 'b', 'c')}`,
    );
    const { first, code, lines } = await read(xml);
    expect([code, lines[0]]).toEqual([0, '1問を 1件のファイルに書きました (取り込めなかった問題 0問)。']);
    expect(first).toEqual({
      ...{ id: 'item-1', unit: 'imported', body: '問い\n\n選べ。', slots: { choice: ['A'] } },
      ...{
        options: { A: ['aの*答え*', 'bの*答え*', 'cの*答え*'] },
        score: { each: ['A'], key: 2, points: 1 },
      },
    });
    expect(await pointsFor(xml, { A: '2' }, { A: '1' })).toEqual([1, 0]);
  });

  it('the same in QTI 3', async () => {
    const xml = `<qti-assessment-item xmlns="http://www.imsglobal.org/xsd/imsqtiasi_v3p0" identifier="item-1" title="題">
<qti-response-declaration identifier="RESPONSE" cardinality="single" base-type="identifier"><qti-correct-response><qti-value>b</qti-value></qti-correct-response></qti-response-declaration>
<qti-outcome-declaration identifier="SCORE" cardinality="single" base-type="float" normal-maximum="3"/>
<qti-item-body><p>問い</p><qti-choice-interaction response-identifier="RESPONSE" max-choices="1"><qti-simple-choice identifier="a">甲</qti-simple-choice><qti-simple-choice identifier="b">乙</qti-simple-choice></qti-choice-interaction></qti-item-body>
<qti-response-processing template="https://purl.imsglobal.org/spec/qti/v3p0/rptemplates/match_correct.xml"/></qti-assessment-item>`;
    expect(await pointsFor(xml, { A: '2' }, { A: '1' })).toEqual([3, 0]);
  });

  it('choice of several: all of them, or by a mapping of equal values', async () => {
    const all = item(declare('multiple', 'identifier', correct('a', 'c')), choices(0, 'a', 'b', 'c'));
    expect(await pointsFor(all, { A: '1,3' }, { A: '1' }, { A: '1,2' })).toEqual([1, 0, 0]);
    const even = item(
      declare(
        'multiple',
        'identifier',
        correct('a', 'c') + mapping({ a: 1, c: 1 }, 'defaultValue="-1" lowerBound="0"'),
      ),
      choices(0, 'a', 'b', 'c', 'd'),
      scored('map_response'),
    );
    expect(await pointsFor(even, { A: '1,3' }, { A: '1' }, { A: '1,2' }, { A: '1,2,3' })).toEqual([
      2, 1, 0, 1,
    ]);
    const free = await read(even.replace('defaultValue="-1"', 'defaultValue="0"'));
    expect(free.lines.join('\n')).toContain('注意: item.xml:2: item-1: 元の採点では、まちがいを選んでも');
    expect(free.code).toBe(0);
  });

  it('a choice within the text, words and numbers', async () => {
    const inline = item(
      declare('single', 'identifier', correct('s')),
      '<p>春の<inlineChoiceInteraction responseIdentifier="RESPONSE"><inlineChoice identifier="s">桜</inlineChoice><inlineChoice identifier="y">雪</inlineChoice></inlineChoiceInteraction>。</p>',
    );
    expect((await read(inline)).first?.body).toBe('春の[[blank:A]]。');
    expect(await pointsFor(inline, { A: '1' }, { A: '2' })).toEqual([1, 0]);
    const entry = '<p>首都は<textEntryInteraction responseIdentifier="RESPONSE"/>。</p>';
    const words = item(
      declare(
        'single',
        'string',
        correct('Tokyo') +
          '<mapping><mapEntry mapKey="Tokyo" mappedValue="2" caseSensitive="false"/><mapEntry mapKey="Edo" mappedValue="1"/></mapping>',
      ),
      entry,
      scored('map_response'),
    );
    expect(await pointsFor(words, { A: 'tokyo' }, { A: 'Edo' }, { A: 'edo' })).toEqual([2, 1, 0]);
    const number = item(declare('single', 'integer', correct('42')), entry);
    expect(await pointsFor(number, { A: '４２' }, { A: '43' })).toEqual([1, 0]);
    expect(await pointsFor(item(declare('single', 'float', correct('1.5')), entry), { A: '1.50' })).toEqual([
      1,
    ]);
  });

  it('pairs: match, gapMatch, associate; an order', async () => {
    const set = (...ids: string[]) =>
      `<simpleMatchSet>${ids.map((id) => `<simpleAssociableChoice identifier="${id}" matchMax="1">${id}</simpleAssociableChoice>`).join('')}</simpleMatchSet>`;
    const match = (processing: string, more = '') =>
      item(
        declare('multiple', 'directedPair', correct('春 桜', '秋 葉') + more),
        `<matchInteraction responseIdentifier="RESPONSE" maxAssociations="2">${set('春', '秋')}${set('葉', '桜', '雪')}</matchInteraction>`,
        processing,
      );
    expect(await pointsFor(match(scored('match_correct')), { A: '2', B: '1' }, { A: '2', B: '3' })).toEqual([
      1, 0,
    ]);
    const mapped = match(scored('map_response'), mapping({ '春 桜': 2, '秋 葉': 1 }, 'defaultValue="0"'));
    expect(await pointsFor(mapped, { A: '2', B: '1' }, { A: '2', B: '3' }, { B: '1' })).toEqual([3, 2, 1]);
    const gap = item(
      declare('multiple', 'directedPair', correct('w g1', 's g2')),
      '<gapMatchInteraction responseIdentifier="RESPONSE"><gapText identifier="w" matchMax="1">冬</gapText><gapText identifier="s" matchMax="1">夏</gapText><p>寒い<gap identifier="g1"/>と暑い<gap identifier="g2"/>。</p></gapMatchInteraction>',
    );
    expect((await read(gap)).first?.body).toBe('寒い[[blank:A]]と暑い[[blank:B]]。');
    expect(await pointsFor(gap, { A: '1', B: '2' }, { A: '2', B: '1' })).toEqual([1, 0]);
    const associate = item(
      declare('multiple', 'pair', correct('A P', 'M D')),
      `<associateInteraction responseIdentifier="RESPONSE" maxAssociations="2">${['A', 'P', 'M', 'D'].map((id) => `<simpleAssociableChoice identifier="${id}" matchMax="1">${id}</simpleAssociableChoice>`).join('')}</associateInteraction>`,
    );
    expect(await pointsFor(associate, { A: '1', B: '2' }, { A: '2', B: '1' })).toEqual([1, 0]);
    const order = item(
      declare('ordered', 'identifier', correct('b', 'a', 'c')),
      `<orderInteraction responseIdentifier="RESPONSE">${['a', 'b', 'c'].map((id) => `<simpleChoice identifier="${id}">${id}</simpleChoice>`).join('')}</orderInteraction>`,
    );
    expect(await pointsFor(order, { A: '2', B: '1', C: '3' }, { A: '1', B: '2', C: '3' })).toEqual([1, 0]);
  });

  it('written at length, with what is told afterwards', async () => {
    const xml = `${head}${declare('single', 'string', '')}<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float" normalMaximum="4"/><itemBody><extendedTextInteraction responseIdentifier="RESPONSE" expectedLength="120"><prompt>説明せよ。</prompt></extendedTextInteraction></itemBody><modalFeedback outcomeIdentifier="FEEDBACK" identifier="x" showHide="show"><p>解説。</p></modalFeedback></assessmentItem>`;
    expect((await read(xml)).first).toMatchObject({
      ...{ body: '説明せよ。', slots: { self: ['A'] }, length: 120, why: '解説。' },
      score: { each: ['A'], rubric: [{ points: 4, text: '要記入' }] },
    });
    expect((await asPack(await read(xml))).key.groups[0]).toMatchObject({ rule: 'self', points: 4 });
  });

  it('a package: order and sections of its test, weights, passages, pictures and sounds', async () => {
    const body = (text: string) =>
      item(declare('single', 'identifier', correct('b')), `<p>${text}</p>${choices(1, 'a', 'b')}`);
    const shown = body(
      '<img src="../media/%E5%9B%B3.svg" alt="円"/><object data="../media/s.m4a" type="audio/mp4"/>',
    )
      .replace('item-1', 'item-2')
      .replace('<itemBody>', '<assessmentStimulusRef identifier="st" href="../stimulus.xml"/><itemBody>');
    const imported = await readPackage(
      { name: 'imsmanifest.xml', content: '<manifest/>' },
      {
        name: 'test.xml',
        content:
          '<assessmentTest identifier="t" title="全体"><testPart identifier="p"><assessmentSection identifier="s" title="第1部"><assessmentItemRef identifier="r2" href="items/two.xml"/></assessmentSection><assessmentSection identifier="s2" title="第2部"><assessmentItemRef identifier="r1" href="items/one.xml"><weight identifier="W" value="3"/></assessmentItemRef></assessmentSection></testPart></assessmentTest>',
      },
      { name: 'items/one.xml', content: body('甲') },
      { name: 'items/two.xml', content: shown },
      {
        name: 'stimulus.xml',
        content:
          '<assessmentStimulus identifier="st" title="文章"><stimulusBody><p>読め。</p></stimulusBody></assessmentStimulus>',
      },
      { name: 'media/図.svg', content: svgOf() },
      { name: 'media/s.m4a', content: aacOf('s', 12) },
    );
    expect(imported.lines.slice(0, 1)).toEqual([
      '2問を 4件のファイルに書きました (取り込めなかった問題 0問)。',
    ]);
    expect(imported.subject?.sections.map(({ name }) => name)).toEqual(['第1部', '第2部']);
    expect(imported.subject?.points).toBe(4);
    const subject = await asPack(imported);
    expect(subject.paper.tracks[0]).toMatchObject({ seconds: 12, plays: 1 });
    expect(subject.paper.sections[0]?.questions[0]).toMatchObject({ track: subject.paper.tracks[0]?.id });
    expect(subject.paper.passages[0]).toMatchObject({ title: '文章' });
    expect(subject.paper.sections[0]?.questions[0]?.html).toContain('alt="円"');
    expect(subject.paper.sections[1]?.questions[0]?.groups[0]?.points).toBe(3);
  });
});

const single = declare('single', 'identifier', correct('a'));

describe('what QTI refuses', () => {
  const custom =
    '<responseProcessing><responseCondition><responseIf/></responseCondition></responseProcessing>';
  it.each([
    [
      'an adaptive item',
      item(single, choices(1, 'a', 'b')).replace('adaptive="false"', 'adaptive="true"'),
      '適応型の問題には対応していません',
    ],
    [
      'a template',
      item(
        `${single}<templateDeclaration identifier="x" cardinality="single" baseType="integer"/>`,
        choices(1, 'a', 'b'),
      ),
      '適応型の問題には対応していません',
    ],
    [
      'processing of its own',
      item(single, choices(1, 'a', 'b'), custom),
      'この採点方法は取り込めません: responseCondition',
    ],
    [
      'another template',
      item(single, choices(1, 'a', 'b'), scored('map_response_point')),
      'この採点方法は取り込めません: map_response_point',
    ],
    [
      'outcomes beyond the score',
      item(
        single,
        choices(1, 'a', 'b'),
        undefined,
        `${outcome}<outcomeDeclaration identifier="HINTS" cardinality="single" baseType="integer"/>`,
      ),
      'この採点方法は取り込めません: HINTS',
    ],
    [
      'unequal values',
      item(
        declare('multiple', 'identifier', correct('a', 'b') + mapping({ a: 2, b: 1 })),
        choices(0, 'a', 'b', 'c'),
        scored('map_response'),
      ),
      'この採点方法は取り込めません: mapping',
    ],
    [
      'hotspots',
      item(single, '<hotspotInteraction responseIdentifier="RESPONSE" maxChoices="1"/>'),
      'この形式の問題は取り込めません: hotspotInteraction',
    ],
    [
      'a slider',
      item(single, '<sliderInteraction responseIdentifier="RESPONSE"/>'),
      'この形式の問題は取り込めません: sliderInteraction',
    ],
    [
      'an upload',
      item(single, '<uploadInteraction responseIdentifier="RESPONSE"/>'),
      'この形式の問題は取り込めません: uploadInteraction',
    ],
    [
      'a drawing',
      item(single, '<drawingInteraction responseIdentifier="RESPONSE"/>'),
      'この形式の問題は取り込めません: drawingInteraction',
    ],
    [
      'a program of its own',
      item(single, '<customInteraction responseIdentifier="RESPONSE"/>'),
      'この形式の問題は取り込めません: customInteraction',
    ],
    [
      'points below zero',
      item(
        declare('single', 'identifier', correct('a') + mapping({ a: 1, b: -1 })),
        choices(1, 'a', 'b'),
        scored('map_response'),
      ),
      'マイナスの配点は使えません',
    ],
    [
      'points that are not whole',
      item(
        declare('single', 'identifier', correct('a') + mapping({ a: 1.5 })),
        choices(1, 'a', 'b'),
        scored('map_response'),
      ),
      '配点は整数にしてください',
    ],
    ['no key', item(declare('single', 'identifier', ''), choices(1, 'a', 'b')), '正解がありません'],
    [
      'a picture that is not there',
      item(single, `<p><img src="x.png" alt="x"/></p>${choices(1, 'a', 'b')}`),
      'ファイルが見つかりません: x.png',
    ],
    [
      'a picture above its folder',
      item(single, `<p><img src="../../../etc/passwd" alt="x"/></p>${choices(1, 'a', 'b')}`),
      'ファイルが見つかりません: ../../../etc/passwd',
    ],
    [
      'row 76: a picture from outside',
      item(single, `<p><img src="https://a.example/x.png" alt="x"/></p>${choices(1, 'a', 'b')}`),
      '外部の画像・音声は取り込めません: https://a.example/x.png',
    ],
    ['HTML', item(single, `<h2>x</h2>${choices(1, 'a', 'b')}`), 'HTMLの h2 は使えません'],
    [
      'MathML',
      item(
        single,
        `<p><m:math xmlns:m="http://www.w3.org/1998/Math/MathML"><m:mi>x</m:mi></m:math></p>${choices(1, 'a', 'b')}`,
      ),
      '数式は TeX で書き直してください',
    ],
  ])('%s', async (_name, xml, message) => {
    const { lines, code, subject } = await read(xml);
    expect(lines[0]?.replace(/^item\.xml:\d+: item-1: /, '')).toBe(message);
    expect([code, subject]).toEqual([1, null]);
  });

  it('what the candidate is told stands in the body, what the scorer is told does not', async () => {
    const told = (view: string, words: string) =>
      `<rubricBlock view="${view}"><contentBody><p>${words}</p></contentBody></rubricBlock>`;
    const body =
      told('candidate', '辞書は使えません。') + told('scorer', '採点の注意') + choices(1, 'a', 'b');
    expect((await read(item(single, body))).first?.body).toBe('辞書は使えません。\n\n選べ。');
  });

  it('MathML with its TeX stays a formula', async () => {
    const math =
      '<p><m:math xmlns:m="x"><m:semantics><m:mi>x</m:mi><m:annotation encoding="application/x-tex">x^2</m:annotation></m:semantics></m:math>の値</p>';
    expect((await read(item(single, math + choices(1, 'a', 'b')))).first?.body).toBe('$x^2$の値\n\n選べ。');
  });
});

describe('row 76: a package that is not what it should be is refused whole', () => {
  const good = item(single, choices(1, 'a', 'b'));
  const wide = Buffer.alloc(3 * 1024 * 1024);
  it.each([
    [
      'a name that climbs',
      [{ name: '../evil.xml', content: good }],
      'zipの中の名前「../evil.xml」は使えません',
    ],
    ['an absolute name', [{ name: '/etc/x.xml', content: good }], 'zipの中の名前「/etc/x.xml」は使えません'],
    [
      'a name twice',
      [
        { name: 'a.xml', content: good },
        { name: 'A.xml', content: good },
      ],
      'zipの中に「A.xml」が2つあります',
    ],
    [
      'a bomb',
      [
        { name: 'a.xml', content: good },
        { name: 'b.bin', content: wide },
      ],
      'zipの中身が大きくなりすぎます: b.bin',
    ],
    ['a bomb that lies', [{ name: 'b.bin', content: wide, claimed: 10 }], 'zipとして読めません'],
    [
      'too many files',
      Array.from({ length: 2001 }, (_, i) => ({ name: `${i}.txt`, content: '' })),
      'zipのファイルが多すぎます (2000個まで)',
    ],
    [
      'a DOCTYPE',
      [
        { name: 'ok.xml', content: good },
        { name: 'a.xml', content: '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>' },
      ],
      'a.xml: DOCTYPE は使えません',
    ],
  ])('%s', async (_name, entries, message) => {
    const { lines, code, subject } = await readPackage(...entries);
    expect(lines[0]).toContain(message);
    expect([code, subject, lines.at(-1)]).toEqual([1, null, '何も書いていません。']);
  });

  it('what is no zip', async () => {
    const { lines, code } = await importFile('qti', 'package.zip', 'PK nothing');
    expect(lines[0]).toMatch(/^package\.zip:1: zipとして読めません/);
    expect(code).toBe(1);
  });

  it('an item that is refused leaves nothing, the others are written', async () => {
    const bad = item(single, `<p><img src="no.png" alt="x"/></p>${choices(1, 'a', 'b')}`).replace(
      'item-1',
      'item-2',
    );
    const imported = await readPackage({ name: 'a.xml', content: good }, { name: 'b.xml', content: bad });
    expect(imported.lines[0]).toMatch(/^b\.xml:\d+: item-2: ファイルが見つかりません: no\.png$/);
    expect([imported.code, imported.subject?.sections[0]?.questions.length]).toEqual([1, 1]);
    const yaml = await readFile(join(imported.root, 'exams/other/subjects/new.yaml'), 'utf8');
    expect(yaml).not.toContain('item-2');
  });
});
