import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { score } from '#contracts/examScore.ts';
import { emptyFolder } from '../../testing/emptyFolder.ts';
import { writeExamPack } from '../../testing/examPack.ts';
import { asPack, importFile } from '../../testing/importedExam.ts';
import { importQuestions } from './importQuestions.ts';

/** An item with three options, `b` right and `a` worth half of it; it shows the passage at `href`. */
const item = (template: string, href?: string) =>
  `<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p2" identifier="item-1" title="題">
<responseDeclaration identifier="RESPONSE" cardinality="single" baseType="identifier"><correctResponse><value>b</value></correctResponse>
<mapping><mapEntry mapKey="a" mappedValue="1"/><mapEntry mapKey="b" mappedValue="2"/></mapping></responseDeclaration>
<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"/>
${href === undefined ? '' : `<assessmentStimulusRef identifier="st" href="${href}"/>`}
<itemBody><choiceInteraction responseIdentifier="RESPONSE" maxChoices="1"><simpleChoice identifier="a">甲</simpleChoice><simpleChoice identifier="b">乙</simpleChoice><simpleChoice identifier="c">丙</simpleChoice></choiceInteraction></itemBody>
<responseProcessing template="http://www.imsglobal.org/question/qti_v2p2/rptemplates/${template}"/></assessmentItem>`;

async function pointsBy(template: string): Promise<number[]> {
  const { key } = await asPack(await importFile('qti', 'item.xml', item(template)));
  return ['1', '2', '3'].map((value) => score(key, { 'item-1.A': value }).total);
}

describe('a single item of QTI (exams.md 2.3)', () => {
  it('templates of Common Cartridge are those of QTI', async () => {
    expect(await pointsBy('CC2_match')).toEqual([0, 1, 0]);
    expect(await pointsBy('CC2_map_response.xml')).toEqual([1, 2, 0]);
  });

  it('shows the passage that lies below it, and none from elsewhere', async () => {
    const folder = await emptyFolder();
    const { root } = await writeExamPack();
    const passage =
      '<assessmentStimulus identifier="st"><stimulusBody><p>読め。</p></stimulusBody></assessmentStimulus>';
    await mkdir(join(folder, 'items/passages'), { recursive: true });
    for (const path of ['items/passages/p.xml', 'p.xml']) await writeFile(join(folder, path), passage);
    const lines: string[] = [];
    for (const href of ['passages/p.xml', '../p.xml']) {
      const file = join(folder, 'items/item.xml');
      await writeFile(file, item('match_correct', href));
      await importQuestions(['--format', 'qti', file, '--into', 'exams/other'], root, (line) =>
        lines.push(line),
      );
    }
    expect(lines[0]).toBe('1問を 2件のファイルに書きました (取り込めなかった問題 0問)。');
    expect(lines).toContain('item.xml:5: item-1: ファイルが見つかりません: ../p.xml');
  });
});
