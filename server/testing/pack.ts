import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { emptyFolder } from './emptyFolder.ts';

/** A small content pack on disk, for tests of the importer. */
export type TestPack = {
  root: string;
  /** Writes a file of the pack; `null` content is not possible, use `rm`. */
  write(file: string, content: string | Buffer): Promise<void>;
};

/**
 * Says something else in a file of a pack.
 *
 * @throws Error when it does not say what is to be changed: the test would change nothing.
 */
export async function editPack(
  { root, write }: TestPack,
  file: string,
  ...changes: readonly [from: string | RegExp, to: string][]
): Promise<void> {
  let text = await readFile(join(root, file), 'utf8');
  for (const [from, to] of changes) {
    const next = text.replace(from, () => to);
    if (next === text) throw new Error(`${file} does not have ${from}`);
    text = next;
  }
  await write(file, text);
}

/** The smallest PDF that has `pages` empty pages. */
export function pdfOf(pages: number): string {
  const kids = Array.from({ length: pages }, (_, i) => `${i + 3} 0 R`).join(' ');
  const objects = [
    '1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj',
    `2 0 obj <</Type/Pages/Kids[${kids}]/Count ${pages}>> endobj`,
    ...Array.from(
      { length: pages },
      (_, i) => `${i + 3} 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]>> endobj`,
    ),
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object) => {
    const offset = text.length;
    text += `${object}\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  return `${text}${table}trailer <</Size ${size}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`;
}

/** A box of an AVIF or MP4 file: its length, its name, its content. */
function box(name: string, ...content: Buffer[]): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.reduce((sum, part) => sum + part.length, 0), 0);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, ...content]);
}
/** Numbers of four bytes each, one after the other. */
function words(...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 4);
  for (const [i, number] of numbers.entries()) bytes.writeUInt32BE(number, i * 4);
  return bytes;
}
/** Sound without a description of its format. */
const plainSound = Buffer.alloc(0);
/** AAC of 48 kHz with this many channels, as a file describes it (ISO 14496-1 7.2.6.5). */
function aacSound(channels: number): Buffer {
  const config = [0x05, 2, 0x11, 0x80 | (channels << 3)];
  const decoder = [0x40, 0x15, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ...config];
  const stream = [0, 1, 0, 0x04, decoder.length, ...decoder];
  return box('esds', Buffer.from([0, 0, 0, 0, 0x03, stream.length, ...stream]));
}
/** One sample for each second of a track, without any bytes; its time unit is the millisecond. */
function track(kind: 'video' | 'audio', seconds: number, sound: Buffer = plainSound): Buffer {
  const handler = kind === 'video' ? 'vide' : 'soun';
  const length = Math.round(seconds * 1000);
  const sample =
    kind === 'video'
      ? box(
          'avc1',
          Buffer.alloc(6),
          Buffer.from([0, 1]),
          Buffer.alloc(16),
          words(0x0280_0168),
          Buffer.alloc(50),
        )
      : box(
          'mp4a',
          Buffer.alloc(6),
          Buffer.from([0, 1]),
          Buffer.alloc(8),
          words(0x0002_0010, 0, 48_000 * 65_536),
          sound,
        );
  const table = box(
    'stbl',
    box('stsd', words(0, 1), sample),
    box('stts', words(0, 1, 1, length)),
    box('stsc', words(0, 1, 1, 1, 1)),
    box('stsz', words(0, 4, 1)),
    box('stco', words(0, 1, 8)),
  );
  const header = kind === 'video' ? box('vmhd', words(1, 0, 0)) : box('smhd', words(0, 0));
  const media = box(
    'mdia',
    box('mdhd', words(0, 0, 0, 1000, length), words(0x55c4_0000)),
    box('hdlr', words(0, 0), Buffer.from(handler, 'latin1'), Buffer.alloc(13)),
    box('minf', header, table),
  );
  return box('trak', box('tkhd', words(7, 0, 0, 1, 0, length), Buffer.alloc(60)), media);
}
/** Sizes and order of the boxes are those of an MP4; the content of its samples is not. */
function mediaOf(
  brand: string,
  content: string,
  seconds: number,
  kinds: ('video' | 'audio')[],
  sound: Buffer = plainSound,
): Buffer {
  const told = Buffer.from(content.padEnd(Math.ceil(Math.max(content.length, 4) / 4) * 4, '\0'));
  const length = Math.round(seconds * 1000);
  const whole = box('mvhd', words(0, 0, 0, 1000, length), Buffer.alloc(76), words(3));
  const tracks = kinds.map((kind) => track(kind, seconds, sound));
  return Buffer.concat([box('ftyp', Buffer.from(brand, 'latin1'), told), box('moov', whole, ...tracks)]);
}
/** A video of this length and content; by default 300 s, as the lessons of the pack say. */
export const mp4Of = (content: string, seconds = 300) =>
  mediaOf('isom', content, seconds, ['video', 'audio']);
/** Sound of this length and content. */
export const m4aOf = (content: string, seconds = 300) => mediaOf('M4A ', content, seconds, ['audio']);
/** Sound as listening tests need it: AAC, with this length and number of channels. */
export const aacOf = (content: string, seconds: number, channels = 1) =>
  mediaOf('M4A ', content, seconds, ['audio'], aacSound(channels));
/** Bytes that begin like an AVIF picture of this content. */
export const avifOf = (content: string) => Buffer.from(`\0\0\0\x20ftypavif\0\0\0\0${content}`, 'latin1');
/** Bytes that begin like an AVIF picture with its size, or with the sizes of its parts. */
export function sizedAvifOf(content: string, ...sizes: { width: number; height: number }[]): Buffer {
  const told = sizes.map(({ width, height }) => {
    const numbers = Buffer.alloc(12);
    numbers.writeUInt32BE(width, 4);
    numbers.writeUInt32BE(height, 8);
    return box('ispe', numbers);
  });
  const start = box('ftyp', Buffer.from('avif\0\0\0\0', 'latin1'));
  const version = Buffer.alloc(4);
  return Buffer.concat([
    start,
    box('meta', version, box('iprp', box('ipco', ...told))),
    Buffer.from(content),
  ]);
}
/** Bytes that begin like a WebP picture of this content. */
export const webpOf = (content: string) => Buffer.from(`RIFF\0\0\0\0WEBPVP8 ${content}`, 'latin1');

const course = (id: string, lessons: string) => `id: ${id}
name: 講座 ${id}
category: 数学
subject: { id: math, name: 数学 }
level: basic
grades: [j2]
teachers: [t-1]
summary: 要約
description: 説明
orientation: 案内
prerequisites: [一次方程式]
price: 1000
list_price: 1200
access_days: 365
color: blue
symbol: x
textbook: { name: テキスト, file: textbook.pdf, pages: 4 }
chapters:
  - id: ${id}-c1
    name: 章
    units:
      - id: ${id}-c1-u1
        name: 単元
        lessons: [${lessons}]
`;

/** A text lesson; `front` are more lines of its front matter. */
export function lessonText(name: string, front = ''): string {
  return `---\nname: ${name}\nduration: 300\n${front}---\n## 見出し\n\n本文です。{変化|へんか}の割合は $a$ です。よく読みましょう。\n`;
}

const teachers = `- id: t-1
  name: 高橋 直人
  kana: タカハシ ナオト
  subjects: [math]
  catch_copy: 一言
  career: 経歴
  message: 挨拶
`;
const notices = `- id: n-1
  title: ようこそ
  category: info
  published_at: 2026-04-01T09:00:00+09:00
  audience: public
  body: |
    **はじめまして**
`;
const videoFront = `is_free: true
video: media/a-1.mp4
audio: media/a-1.m4a
captions: media/a-1.vtt
poster: media/a-1.webp
boards:
  - { file: boards/a-1-1.webp, start_sec: 0, alt: 板書1 }
  - { file: boards/a-1-2.avif, start_sec: 30.5, alt: 板書2 }
textbook_page_from: 1
textbook_page_to: 2
`;

/** Writes a good pack of two courses: `a` with a video lesson and two texts, `b` with one text. */
export async function writeTestPack(): Promise<TestPack> {
  const root = await emptyFolder();
  const write = async (file: string, content: string | Buffer) => {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), content);
  };
  const files: Record<string, string | Buffer> = {
    'pack.yaml': 'format: 1\nid: small\nname: 小さな教材\nlicense: CC0\n',
    'teachers.yaml': teachers,
    'notices.yaml': notices,
    'courses/a/course.yaml': course('a', 'a-1, a-2, a-3'),
    'courses/a/textbook.pdf': pdfOf(4),
    'courses/a/lessons/a-1.md': lessonText('動画', videoFront),
    'courses/a/lessons/a-2.md': lessonText('文章'),
    'courses/a/lessons/a-3.md': lessonText('まとめ'),
    'courses/a/media/a-1.mp4': mp4Of('video'),
    'courses/a/media/a-1.m4a': m4aOf('audio'),
    'courses/a/media/a-1.vtt': 'WEBVTT\n\n00:00.000 --> 00:02.000\nこんにちは\n',
    'courses/a/media/a-1.webp': webpOf('poster'),
    'courses/a/boards/a-1-1.webp': webpOf('board 1'),
    'courses/a/boards/a-1-2.avif': avifOf('board 2'),
    'courses/b/course.yaml': course('b', 'b-1'),
    'courses/b/textbook.pdf': pdfOf(4),
    'courses/b/lessons/b-1.md': lessonText('別の講座'),
  };
  for (const [file, content] of Object.entries(files)) await write(file, content);
  return { root, write };
}
