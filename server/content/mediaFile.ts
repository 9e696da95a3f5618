import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { basename, extname, join, sep } from 'node:path';
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
const isMp4 = (head: Buffer) => says(head, 4, 'ftyp');
const isPicture = (head: Buffer) =>
  says(head, 4, 'ftypavif') ||
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
  pdf: { name: 'PDF', extensions: ['.pdf'], limit: 100 * mib, isKind: (head) => says(head, 0, '%PDF-') },
} satisfies Record<string, Kind>;

export type FileKind = keyof typeof kinds;

/** Where a file was asked for, for messages. */
export type Asked = { file: string; line: number; problems: ProblemList };

async function readHead(source: string): Promise<{ head: Buffer; sha256: string; size: number }> {
  const hash = createHash('sha256');
  let head: Buffer | null = null;
  let size = 0;
  for await (const chunk of createReadStream(source) as AsyncIterable<Buffer>) {
    head ??= chunk.subarray(0, 64);
    hash.update(chunk);
    size += chunk.length;
  }
  return {
    head: Buffer.concat([head ?? Buffer.alloc(0), Buffer.alloc(16)]),
    sha256: hash.digest('hex'),
    size,
  };
}

/** Path of a file in the pack, or `null` when it is missing or leads out of the pack's folder. */
async function locate(root: string, folder: string, path: string): Promise<string | null> {
  try {
    const [source, base] = await Promise.all([realpath(join(root, folder, path)), realpath(root)]);
    return source.startsWith(base + sep) && (await stat(source)).isFile() ? source : null;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}

/**
 * Checks a file that the pack names: that it is there and inside the pack, and of the right kind and size. `folder`
 * is where its path counts from, `store` its folder in the media store. Problems are reported at `asked`.
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
  const source = await locate(root, folder, path);
  if (source === null) return refuse(`ファイル「${path}」がありません。`);
  const extension = extname(path).toLowerCase();
  if (!extensions.includes(extension)) return refuse(`「${path}」は${name}ではありません。`);
  const { head, sha256, size } = await readHead(source);
  if (!isKind(head)) return refuse(`「${path}」の中身は${name}ではありません。`);
  if (size > limit) return refuse(`「${path}」が大きすぎます (${limit / mib} MBまで)。`);
  const stem = basename(path, extname(path));
  return { source, target: `${store}/${stem}.${sha256.slice(0, 12)}${extension}`, size, sha256 };
}
