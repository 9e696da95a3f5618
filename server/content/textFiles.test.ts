import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { lessonText, type TestPack, writeTestPack } from '../testing/pack.ts';
import { decodeText } from './decodeText.ts';
import { lessonsOf } from './packTypes.ts';
import { PackRefusedError } from './problems.ts';
import { readPack } from './readPack.ts';

let pack: TestPack;
const bom = '\uFEFF';
/** 「日本語」 */
const sjis = Buffer.from([0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea]);
const euc = Buffer.from([0xc6, 0xfc, 0xcb, 0xdc, 0xb8, 0xec]);
const jis = Buffer.from('\x1b$BF|K\\8l\x1b(B', 'latin1');

beforeEach(async () => {
  pack = await writeTestPack();
});

async function problems(): Promise<string[]> {
  const refusal = await readPack(pack.root).catch((error: unknown) => error);
  return refusal instanceof PackRefusedError ? refusal.list.lines() : [];
}
const contentOf = (file: string) => readFile(join(pack.root, file), 'utf8');
const page =
  '---\ntitle: 規約\neffective_at: 2026-04-01T00:00:00+09:00\nchanges: はじめ\n---\n## 条文\n\n本文です。\n';

/** Every kind of text file that a pack has. */
const textFiles = [
  ...['pack.yaml', 'teachers.yaml', 'notices.yaml', 'courses/a/course.yaml', 'courses/a/lessons/a-1.md'],
  ...['courses/a/media/a-1.vtt', 'pages/eula/1.md', 'faq.yaml'],
];

async function withPages(): Promise<void> {
  await pack.write('pages/eula/1.md', page);
  await pack.write('faq.yaml', '- { id: q-1, category: account, question: 問い, answer: 答え }\n');
}

describe('text files', () => {
  it.each([
    ['a BOM', bom],
    ['two, which a script that joins files leaves', bom + bom],
  ])('may begin with %s and end their lines in any way', async (_what, marks) => {
    await withPages();
    expect(await problems()).toEqual([]);
    const plain = await readPack(pack.root);
    for (const file of textFiles) {
      const text = await contentOf(file);
      // Captions go to the browser as they are; the browser removes one BOM.
      const marked = file.endsWith('.vtt') ? bom + text : marks + text.replaceAll('\n', '\r');
      await pack.write(file, marked);
    }
    const read = await readPack(pack.root);
    expect(lessonsOf(read)[0]?.bodyHtml).toBe(lessonsOf(plain)[0]?.bodyHtml);
    expect(read.pages[0]?.headings).toEqual(['条文']);
  });

  it.each(textFiles)('in another encoding are refused with file and line: %s', async (file) => {
    await withPages();
    const text = await contentOf(file);
    const encodings: [Buffer, number][] = [
      [Buffer.concat([Buffer.from(text.replace('\n', '\n\n')), sjis]), text.split('\n').length + 1],
      [Buffer.concat([Buffer.from(text), euc]), text.split('\n').length],
      [Buffer.concat([Buffer.from(text), jis]), text.split('\n').length],
      [Buffer.from(bom + text, 'utf16le'), 1],
      [Buffer.from(bom + text, 'utf16le').swap16(), 1],
      [Buffer.from(text, 'utf16le'), 1],
    ];
    for (const [bytes, line] of encodings) {
      await pack.write(file, bytes);
      const told = (await problems()).filter((one) => one.startsWith(`${file}:`));
      expect(told).toHaveLength(1);
      expect(told[0]).toMatch(new RegExp(`^${file}:${line}: 文字コード.*UTF-8で保存`));
    }
  });

  it.each([
    ['a control sign', 'あ\nい\vう', 2, '制御文字 (U+000B)'],
    ['NUL', 'あ\0', 1, 'UTF-8で保存'],
    ['letters that were lost before', 'あ\n\n�', 3, '文字化け'],
  ])('with %s are refused', (_name, text, line, problem) => {
    expect(decodeText(Buffer.from(text))).toEqual({ line, problem: expect.stringContaining(problem) });
  });

  it('cannot bring unseen signs in by an escape, or HTML comments into plain texts', async () => {
    const teacher = await contentOf('teachers.yaml');
    await pack.write('teachers.yaml', teacher.replace('経歴', '"経\\0歴"'));
    expect(await problems()).toContain(
      'teachers.yaml:6: 「0.career」に画面に出ない制御文字が入っています。消してください。',
    );
    await pack.write('teachers.yaml', teacher.replace('経歴', '経歴 <!-- 確認中 -->'));
    expect(await problems()).toContainEqual(
      expect.stringMatching(/^teachers\.yaml:6: 「0\.career」にHTMLのコメント/),
    );
  });

  it('leave comments of a notice and an answer out', async () => {
    await withPages();
    await pack.write(
      'faq.yaml',
      '- { id: q-1, category: account, question: 問い, answer: 答え<!-- メモ --> }\n',
    );
    await pack.write('notices.yaml', (await contentOf('notices.yaml')).replace('**は', '<!-- メモ -->**は'));
    const read = await readPack(pack.root);
    expect(read.faq[0]?.answerHtml).toBe('<p>答え</p>\n');
    expect(read.notices[0]?.bodyHtml).not.toContain('メモ');
  });

  it('are not full because of a comment', async () => {
    await pack.write(
      'courses/a/lessons/a-3.md',
      `${lessonText('x').split('## ')[0]}<!-- ${'メモ'.repeat(20)} -->\n`,
    );
    expect(await problems()).toEqual(['courses/a/lessons/a-3.md:5: 本文がほとんどありません。']);
  });
});
