/// <reference path="./yauzl.d.ts" />
import { normalize } from 'node:path/posix';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { Refused } from './refusal.ts';

/** Limits of a zip (exams.md 2.3). `total`: of all its content together. */
export const zipLimit = {
  bytes: 20 * 1024 * 1024,
  files: 2_000,
  ratio: 100,
  total: 200 * 1024 * 1024,
} as const;

const isFolder = (name: string) => name.endsWith('/');

function checkName(name: string, seen: ReadonlySet<string>): void {
  const isBad =
    name === '' ||
    name.startsWith('/') ||
    /^[A-Za-z]:/.test(name) ||
    /[\\\p{Cc}]/u.test(name) ||
    name.split('/').includes('..');
  if (isBad) throw new Refused(`zipの中の名前「${name}」は使えません`);
  if (seen.has(normalize(name).toLowerCase())) throw new Refused(`zipの中に「${name}」が2つあります`);
}

/** Reads an entry and counts the bytes while it inflates, because the sizes in the directory may be false. */
async function readEntry(zip: ZipFile, entry: Entry, left: number): Promise<Buffer> {
  const most = Math.min(left, Math.max(1, entry.compressedSize) * zipLimit.ratio);
  const parts: Buffer[] = [];
  let size = 0;
  const stream = await zip.openReadStreamPromise(entry);
  for await (const part of stream as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > most) {
      stream.destroy();
      throw new Refused(`zipの中身が大きくなりすぎます: ${entry.fileName}`);
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}

async function readEntries(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes, { strictFileNames: true, validateEntrySizes: true });
  if (zip.entryCount > zipLimit.files)
    throw new Refused(`zipのファイルが多すぎます (${zipLimit.files}個まで)`);
  const files = new Map<string, Buffer>();
  const seen = new Set<string>();
  let total = 0;
  for await (const entry of zip.eachEntry()) {
    checkName(entry.fileName, seen);
    seen.add(normalize(entry.fileName).toLowerCase());
    if (isFolder(entry.fileName)) continue;
    const content = await readEntry(zip, entry, zipLimit.total - total);
    total += content.length;
    files.set(normalize(entry.fileName), content);
  }
  return files;
}

/**
 * The files of a zip by their names. Throws `Refused` when anything in it breaks a rule; nothing is unpacked to disk.
 */
export async function readZip(bytes: Buffer): Promise<Map<string, Buffer>> {
  if (bytes.length > zipLimit.bytes)
    throw new Refused(`zipが大きすぎます (${zipLimit.bytes / 1024 / 1024} MBまで)`);
  try {
    return await readEntries(bytes);
  } catch (error) {
    if (error instanceof Refused) throw error;
    const words = error instanceof Error ? error.message : String(error);
    const name = /(?:invalid relative path|absolute path|invalid characters in fileName): (.*)$/.exec(
      words,
    )?.[1];
    throw new Refused(
      name === undefined ? `zipとして読めません (${words})` : `zipの中の名前「${name}」は使えません`,
    );
  }
}
