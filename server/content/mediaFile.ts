import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { hasPdfHeader, pdfHeaderWithin } from '../media/pdfHeader.ts';
import { decodeText } from './decodeText.ts';
import { findInPack, nameInPack } from './packNames.ts';
import type { ProblemList } from './problems.ts';

/** A checked file of the pack, on its way into the media store. */
export type PackFile = {
  /** Where it lies now. */
  source: string;
  /** Path in the media store; carries a part of the hash, so that a changed file gets a new address. */
  target: string;
  size: number;
  sha256: string;
};

type Kind = {
  name: string;
  extensions: string[];
  /** Largest size, bytes. */
  limit: number;
  isKind(head: Buffer): boolean;
};

const mib = 1024 * 1024;
const says = (head: Buffer, at: number, text: string) =>
  head.toString('latin1', at, at + text.length) === text;
/** An MP4 may have room (`free`) and other boxes before it names its brand. Reading its length shows what is in it. */
const isMp4 = (head: Buffer) => /^(?:ftyp|free|skip|wide|pnot|uuid)$/.test(head.toString('latin1', 4, 8));
/** The brand of an AVIF is its first one. Where the first is a general one (`mif1`), it is among those that follow. */
const isAvif = (head: Buffer) =>
  says(head, 4, 'ftyp') &&
  /avif/.test(head.toString('latin1', 8, Math.min(head.readUInt32BE(0), head.length)));
const isPicture = (head: Buffer) =>
  isAvif(head) ||
  (says(head, 0, 'RIFF') && says(head, 8, 'WEBP')) ||
  says(head, 0, '\x89PNG\r\n') ||
  head.readUInt16BE(0) === 0xff_d8;

const kinds = {
  video: { name: 'MP4の動画', extensions: ['.mp4'], limit: 1024 * mib, isKind: isMp4 },
  audio: { name: 'M4Aの音声', extensions: ['.m4a'], limit: 200 * mib, isKind: isMp4 },
  captions: {
    name: 'WebVTTの字幕',
    extensions: ['.vtt'],
    limit: mib,
    isKind: (head) => /^(?:\xef\xbb\xbf)?WEBVTT\s/.test(head.toString('latin1')),
  },
  picture: {
    name: '画像 (AVIF、WebP、PNG、JPEG)',
    extensions: ['.avif', '.webp', '.png', '.jpg', '.jpeg'],
    limit: 5 * mib,
    isKind: isPicture,
  },
  pdf: { name: 'PDF', extensions: ['.pdf'], limit: 100 * mib, isKind: hasPdfHeader },
} satisfies Record<string, Kind>;

export type FileKind = keyof typeof kinds;

/** Where a file was asked for, for messages. */
export type Asked = { file: string; line: number; problems: ProblemList };

async function readHead(source: string): Promise<{ head: Buffer; sha256: string; size: number }> {
  const hash = createHash('sha256');
  let head: Buffer | null = null;
  let size = 0;
  for await (const chunk of createReadStream(source) as AsyncIterable<Buffer>) {
    head ??= chunk.subarray(0, pdfHeaderWithin);
    hash.update(chunk);
    size += chunk.length;
  }
  return {
    head: Buffer.concat([head ?? Buffer.alloc(0), Buffer.alloc(16)]),
    sha256: hash.digest('hex'),
    size,
  };
}

/**
 * Longest part of a name that is kept, bytes. With hash and ending the name stays below the limit of every file system.
 */
const longestStem = 100;
const letters = new Intl.Segmenter('ja', { granularity: 'grapheme' });

/**
 * The name of a file, without its ending, as its copy carries it: in one Unicode form, and cut between letters when it
 * is long.
 */
function stemOf(path: string): string {
  const stem = basename(path, extname(path)).normalize('NFC');
  let kept = '';
  // A name that begins with a dot is hidden: no cleanup would ever delete it.
  for (const { segment } of letters.segment(stem.replace(/^\.+/, ''))) {
    if (Buffer.byteLength(kept + segment) > longestStem) break;
    kept += segment;
  }
  return kept || 'file';
}

/** Whether a text file can be published as it is. Problems are reported where they stand in that file. */
async function isReadable(root: string, source: string, problems: ProblemList): Promise<boolean> {
  const decoded = decodeText(await readFile(source));
  if ('text' in decoded) return true;
  problems.add(await nameInPack(root, source), decoded.line, decoded.problem);
  return false;
}

/**
 * Checks a file that the pack names: it must be inside the pack and have the right kind and size. `folder` is where its
 * path counts from, `store` its folder in the media store. Problems are reported at `asked`.
 */
export async function checkFile(
  { root, folder, store }: { root: string; folder: string; store: string },
  path: string,
  kind: FileKind,
  asked: Asked,
): Promise<PackFile | null> {
  const { name, extensions, limit, isKind }: Kind = kinds[kind];
  const refuse = (message: string) => {
    asked.problems.add(asked.file, asked.line, message);
    return null;
  };
  const found = await findInPack(root, join(folder, path));
  if ('problem' in found) return refuse(found.problem);
  if (!('source' in found)) {
    const hint = found.missing === null ? '' : `「${found.missing}」は大文字と小文字が違います。`;
    return refuse(`ファイル「${path}」がありません。${hint}`);
  }
  const { source } = found;
  if (!(await stat(source)).isFile()) return refuse(`「${path}」はファイルではありません。`);
  const extension = extname(path).toLowerCase();
  if (!extensions.includes(extension)) return refuse(`「${path}」は${name}ではありません。`);
  const { head, sha256, size } = await readHead(source);
  const isText = kind === 'captions' && size <= limit;
  if (isText && !(await isReadable(root, source, asked.problems))) return null;
  if (!isKind(head)) return refuse(`「${path}」の中身は${name}ではありません。`);
  if (size > limit) return refuse(`「${path}」が大きすぎます (${limit / mib} MBまで)。`);
  return { source, target: `${store}/${stemOf(path)}.${sha256.slice(0, 12)}${extension}`, size, sha256 };
}
