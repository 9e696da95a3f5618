import { mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  lessonText,
  mp4Of,
  pdfOf,
  sizedAvifOf,
  type TestPack,
  webpOf,
  writeTestPack,
} from '../testing/pack.ts';
import { lessonsOf } from './packTypes.ts';
import { PackRefusedError } from './problems.ts';
import { readPack } from './readPack.ts';

let pack: TestPack;

beforeEach(async () => {
  pack = await writeTestPack();
});

async function problems(): Promise<string[]> {
  try {
    await readPack(pack.root);
    return [];
  } catch (error) {
    if (!(error instanceof PackRefusedError)) throw error;
    return error.list.lines();
  }
}

const course = (more: string, chapters = true) => `id: a
name: 講座
category: 数学
subject: { id: math, name: 数学 }
level: basic
grades: [j2]
teachers: [t-1]
summary: 要約
description: 説明
orientation: 案内
price: 1000
list_price: 1200
access_days: 365
${more}${
  chapters
    ? 'chapters: [{ id: a-c1, name: 章, units: [{ id: a-c1-u1, name: 単元, lessons: [a-1, a-2, a-3] }] }]\n'
    : ''
}`;

describe('a good pack', () => {
  it('is read whole', async () => {
    const read = await readPack(pack.root);
    expect(read.courses.map((one) => one.id)).toEqual(['a', 'b']);
    expect(lessonsOf(read).map((lesson) => lesson.id)).toEqual(['a-1', 'a-2', 'a-3', 'b-1']);
    const [video] = lessonsOf(read);
    expect(video).toMatchObject({ isFree: true, duration: 300, textbookPages: { from: 1, to: 2 } });
    expect(video?.video?.target).toMatch(/^small\/a\/a-1\.[0-9a-f]{12}\.mp4$/);
    expect(video?.boards.map((board) => board.startSec)).toEqual([0, 30.5]);
    expect(video?.bodyHtml).toContain('<ruby>変化');
    expect(read.courses[0]?.textbook?.pages).toBe(4);
    expect(read.notices[0]?.bodyHtml).toContain('<strong>はじめまして</strong>');
  });

  it.each([
    ['a byte order mark', '\uFEFF'],
    ['empty lines', '\r\n\n'],
    ['the head of an upload', '--x\r\nContent-Type: application/pdf\r\n\r\n'],
  ])('may have a textbook whose head stands behind %s', async (_name, before) => {
    await pack.write('courses/a/textbook.pdf', before + pdfOf(4));
    expect((await readPack(pack.root)).courses[0]?.textbook?.pages).toBe(4);
  });

  it('may have pictures of a general brand that are AVIF', async () => {
    const picture = Buffer.from('\0\0\0\x1cftypmif1\0\0\0\0mif1avifmiaf', 'latin1');
    await pack.write('courses/a/boards/a-1-2.avif', picture);
    expect(lessonsOf(await readPack(pack.root))[0]?.boards).toHaveLength(2);
  });

  it('may show pages of a textbook, which lie with the public pictures', async () => {
    await pack.write('courses/a/textbook/p1.avif', sizedAvifOf('p1', { width: 888, height: 1260 }));
    const book = 'textbook: { name: t, file: textbook.pdf }\n';
    const samples = 'textbook_samples: [{ file: textbook/p1.avif, page: 4 }]\n';
    await pack.write('courses/a/course.yaml', course(book + samples));
    const [a, b] = (await readPack(pack.root)).courses;
    expect(a?.textbookSamples).toMatchObject([{ page: 4, width: 888, height: 1260 }]);
    expect(a?.textbookSamples[0]?.picture.target).toMatch(/^public\/small\/a\/p1\.[0-9a-f]{12}\.avif$/);
    expect(b?.textbookSamples).toEqual([]);
  });
});

describe('a broken pack', () => {
  it('is told everything at once, with files and lines', async () => {
    await pack.write(
      'courses/a/lessons/a-2.md',
      `---\nnmae: 名前\nduration: 長い\n---\n本文は $\\frac{1$ です。短くはない本文です。\n`,
    );
    await pack.write('courses/b/course.yaml', 'id: b\nname: x\n');
    await rm(join(pack.root, 'courses/a/media/a-1.vtt'));
    expect(await problems()).toEqual([
      'courses/a/lessons/a-1.md:7: ファイル「media/a-1.vtt」がありません。',
      'courses/a/lessons/a-2.md:2: 「name」がありません。',
      'courses/a/lessons/a-2.md:2: 「nmae」という項目は使えません。書き間違いではありませんか。',
      'courses/a/lessons/a-2.md:3: 「duration」: 数値で書いてください。',
      expect.stringMatching(/^courses\/a\/lessons\/a-2\.md:5: 数式を組めません/),
      ...[
        ...['category', 'subject', 'level', 'grades', 'teachers', 'summary', 'description', 'orientation'],
        ...['price', 'list_price', 'access_days', 'chapters'],
      ].map((name) => `courses/b/course.yaml:1: 「${name}」がありません。`),
    ]);
  });

  it.each<[string, string, string | Buffer, string]>([
    ['wrong YAML', 'teachers.yaml', '- id: t-1\n  name: [a\n', 'teachers.yaml:3: YAMLとして読めません'],
    [
      'the same item twice',
      'pack.yaml',
      'format: 1\nid: small\nid: other\nname: x\nlicense: y\n',
      'pack.yaml:3: 同じ名前の項目が2回書かれています。',
    ],
    [
      'another format',
      'pack.yaml',
      'format: 2\nid: small\nname: x\nlicense: y\n',
      'pack.yaml:1: 「format」: 1 のどれかにしてください。',
    ],
    [
      'a key with capitals',
      'pack.yaml',
      'format: 1\nid: Small\nname: x\nlicense: y\n',
      'pack.yaml:2: 「id」: 英小文字・数字・ハイフンだけで書いてください。',
    ],
    [
      'an unknown teacher',
      'courses/a/course.yaml',
      course('').replace('teachers: [t-1]', 'teachers: [t-1, t-9]'),
      'courses/a/course.yaml:7: 先生「t-9」は teachers.yaml にいません。',
    ],
    [
      'another name than the folder',
      'courses/a/course.yaml',
      course('').replace('id: a\n', 'id: z\n'),
      'courses/a/course.yaml:1: id はフォルダー名「a」と同じにしてください。',
    ],
    [
      'an unknown level',
      'courses/a/course.yaml',
      course('').replace('level: basic', 'level: easy'),
      'courses/a/course.yaml:5: 「level」: basic、standard、high、top のどれかにしてください。',
    ],
    [
      'other pages than the PDF has',
      'courses/a/course.yaml',
      course('textbook: { name: t, file: textbook.pdf, pages: 9 }\n'),
      'courses/a/course.yaml:14: テキストは4ページです (指定は9)。',
    ],
    [
      'a file of another kind',
      'courses/a/course.yaml',
      course('thumbnail: textbook.pdf\n'),
      'courses/a/course.yaml:14: 「textbook.pdf」は画像 (AVIF、WebP、PNG、JPEG)ではありません。',
    ],
    [
      'a video under the name of a picture',
      'courses/a/boards/a-1-2.avif',
      mp4Of('x'),
      'courses/a/lessons/a-1.md:11: 「boards/a-1-2.avif」の中身は画像 (AVIF、WebP、PNG、JPEG)ではありません。',
    ],
    [
      'content of another kind',
      'courses/a/media/a-1.mp4',
      'not a video',
      'courses/a/lessons/a-1.md:5: 「media/a-1.mp4」の中身はMP4の動画ではありません。',
    ],
    [
      'a picture that is too large',
      'courses/a/media/a-1.webp',
      Buffer.concat([webpOf('x'), Buffer.alloc(6 * 1024 * 1024)]),
      'courses/a/lessons/a-1.md:8: 「media/a-1.webp」が大きすぎます (5 MBまで)。',
    ],
    [
      'a lesson without front matter',
      'courses/a/lessons/a-3.md',
      '# 本文だけ',
      'courses/a/lessons/a-3.md:1: 先頭に「---」で囲んだ見出し部分がありません。',
    ],
    [
      'a lesson without text',
      'courses/a/lessons/a-3.md',
      '---\nname: x\nduration: 300\n---\n\n',
      'courses/a/lessons/a-3.md:5: 本文がほとんどありません。',
    ],
    [
      'a lesson that is in no table of contents',
      'courses/a/lessons/a-9.md',
      lessonText('x'),
      'courses/a/lessons/a-9.md:1: このレッスンは course.yaml の目次にありません。',
    ],
    [
      'pages after the end of the textbook',
      'courses/a/lessons/a-2.md',
      lessonText('x', 'textbook_page_from: 3\ntextbook_page_to: 5\n'),
      'courses/a/lessons/a-2.md:5: テキストは4ページまでです (指定は5)。',
    ],
    [
      'pages in the wrong order',
      'courses/a/lessons/a-2.md',
      lessonText('x', 'textbook_page_from: 3\ntextbook_page_to: 2\n'),
      'courses/a/lessons/a-2.md:4: テキストのページが逆です (3 から 2)。',
    ],
    [
      'half a page range',
      'courses/a/lessons/a-2.md',
      lessonText('x', 'textbook_page_from: 3\n'),
      'courses/a/lessons/a-2.md:4: textbook_page_from と textbook_page_to は両方書いてください。',
    ],
    [
      'a board after the end of the video',
      'courses/a/lessons/a-2.md',
      lessonText('x', 'boards:\n  - { file: boards/a-1-1.webp, start_sec: 301, alt: a }\n'),
      'courses/a/lessons/a-2.md:5: 板書の開始 301 秒が、長さ 300 秒を超えています。',
    ],
    [
      'boards in the wrong order',
      'courses/a/lessons/a-2.md',
      lessonText(
        'x',
        'boards:\n  - { file: boards/a-1-1.webp, start_sec: 9, alt: a }\n  - { file: boards/a-1-2.avif, start_sec: 9, alt: b }\n',
      ),
      'courses/a/lessons/a-2.md:6: 板書の開始 9 秒が、前の板書 (9 秒) より後ではありません。',
    ],
    [
      'subtitles without a video',
      'courses/a/lessons/a-2.md',
      lessonText('x', 'captions: media/a-1.vtt\n'),
      'courses/a/lessons/a-2.md:4: 「captions」は動画 (video) と一緒に使います。',
    ],
    [
      'a mistake in a notice',
      'notices.yaml',
      '- id: n-1\n  title: x\n  category: info\n  published_at: 2026-04-01\n  audience: public\n  body: x\n',
      'notices.yaml:4: 「0.published_at」: 2026-11-01T09:00:00+09:00 のような日時で書いてください。',
    ],
    [
      'a formula in a notice',
      'notices.yaml',
      '- id: n-1\n  title: x\n  category: info\n  published_at: 2026-04-01T09:00:00+09:00\n  audience: public\n  body: |\n    一行目\n    式は $\\oops$ です\n',
      'notices.yaml:8: 数式を組めません',
    ],
  ])('names %s', async (_name, file, content, expected) => {
    await pack.write(file, content);
    const lines = await problems();
    expect(lines.filter((line) => line.startsWith(expected))).toHaveLength(1);
  });

  it.each<[string, string, string]>([
    ['a file that is missing', '[{ file: x.avif, page: 1 }]', 'ファイル「x.avif」がありません。'],
    [
      'a picture that does not tell its size',
      '[{ file: boards/a-1-2.avif, page: 1 }]',
      '「boards/a-1-2.avif」の大きさを読めません。AVIFかWebPにしてください。',
    ],
    [
      'another kind of file',
      '[{ file: textbook.pdf, page: 1 }]',
      '「textbook.pdf」は画像 (AVIF、WebP、PNG、JPEG)ではありません。',
    ],
    ['a page the book has not', '[{ file: p.avif, page: 5 }]', 'テキストは4ページまでです (指定は5)。'],
    [
      'the same page twice',
      '[{ file: p.avif, page: 2 }, { file: p.avif, page: 2 }]',
      '2ページの見本が2回書かれています。',
    ],
    [
      'more than four',
      `[${Array.from({ length: 5 }, (_, i) => `{ file: p.avif, page: ${i + 1} }`).join(', ')}]`,
      '「textbook_samples」: 4件以内にしてください。',
    ],
  ])('names samples of a textbook with %s', async (_name, samples, expected) => {
    await pack.write('courses/a/p.avif', sizedAvifOf('p', { width: 888, height: 1260 }));
    const book = 'textbook: { name: t, file: textbook.pdf }\n';
    await pack.write('courses/a/course.yaml', course(`${book}textbook_samples: ${samples}\n`));
    expect(await problems()).toEqual([`courses/a/course.yaml:15: ${expected}`]);
  });

  it('names samples of a textbook that is not there', async () => {
    await pack.write('courses/a/p.avif', sizedAvifOf('p', { width: 888, height: 1260 }));
    await pack.write('courses/b/course.yaml', course('').replace('id: a\n', 'id: b\n'));
    await pack.write('courses/a/course.yaml', course('textbook_samples: [{ file: p.avif, page: 1 }]\n'));
    expect(await problems()).toContain(
      'courses/a/course.yaml:14: この講座にはテキストがないため、見本を載せられません。',
    );
  });

  it('names ids that are used twice and where', async () => {
    await pack.write('courses/b/lessons/a-1.md', lessonText('もう一度'));
    const text = course('').replace(/a-c1/g, 'b-c1').replace('id: a\n', 'id: b\n');
    await pack.write('courses/b/course.yaml', text.replace('[a-1, a-2, a-3]', '[b-1, a-1, b-1]'));
    expect(await problems()).toEqual([
      'courses/b/course.yaml:14: レッスンの id「a-1」は courses/a/course.yaml:24 でも使われています。',
      'courses/b/course.yaml:14: レッスンの id「b-1」は courses/b/course.yaml:14 でも使われています。',
    ]);
  });

  it.each(['../teachers.yaml', '../../../../../etc/hostname'])(
    'reads nothing outside of its folder: %s',
    async (path) => {
      await pack.write('courses/a/course.yaml', course(`thumbnail: ${path}\n`));
      expect((await problems())[0]).toContain('courses/a/course.yaml:14: ');
    },
  );

  it('follows no link out of its folder', async () => {
    const outside = await writeTestPack();
    await outside.write('secret.webp', webpOf('secret'));
    await mkdir(join(pack.root, 'courses/a/links'));
    await symlink(join(outside.root, 'secret.webp'), join(pack.root, 'courses/a/links/x.webp'));
    await pack.write('courses/a/course.yaml', course('thumbnail: links/x.webp\n'));
    expect(await problems()).toContain('courses/a/course.yaml:14: ファイル「links/x.webp」がありません。');
  });

  it('says so when the folder is none', async () => {
    await rm(join(pack.root, 'pack.yaml'));
    await rm(join(pack.root, 'courses'), { recursive: true });
    expect(await problems()).toEqual([
      'courses:1: 講座のフォルダーがありません。',
      'pack.yaml:1: ファイルがありません。',
    ]);
  });
});
