import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { getMimeType } from 'hono/utils/mime';
import { accepts } from './encoding.ts';

export type Encoding = 'br' | 'gzip' | null;
/** A file of the built app, in the encoding that is sent. */
export type StaticFile = {
  type: string;
  encoding: Encoding;
  /** Whether compressed twins exist, so that the answer varies with `Accept-Encoding`. */
  varies: boolean;
  size: number;
  etag: string;
  open(): Promise<Buffer> | Readable;
};

const twins = [
  { encoding: 'br', suffix: '.br' },
  { encoding: 'gzip', suffix: '.gz' },
] as const;
/** Bytes. Smaller files are read at once and get an ETag of their content; larger ones are streamed. */
const wholeLimit = 512 * 1024;

type Found = { path: string; size: number; modified: number };
/** ETags by path, size and time, so that a file is hashed once. */
const etags = new Map<string, string>();
const etagsKept = 5000;

async function look(path: string): Promise<Found | null> {
  try {
    const info = await stat(path);
    return info.isFile() ? { path, size: info.size, modified: info.mtimeMs } : null;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG') return null;
    throw error;
  }
}

async function etagOf(found: Found): Promise<string> {
  const version = `${found.path} ${found.size} ${found.modified}`;
  if (found.size > wholeLimit)
    return `"${found.size.toString(36)}-${Math.floor(found.modified).toString(36)}"`;
  const known = etags.get(version);
  if (known) return known;
  const hash = createHash('sha256')
    .update(await readFile(found.path))
    .digest('base64url');
  const etag = `"${hash.slice(0, 22)}"`;
  if (etags.size >= etagsKept) etags.clear();
  etags.set(version, etag);
  return etag;
}

/** A path that names a plain file: decoded, without dot files, without `..`, and not the name of a compressed twin. */
export function plainPath(pathname: string): string | null {
  let path: string;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    return null;
  }
  const segments = path.split('/').slice(1);
  const isPlain = segments.every((part) => part !== '' && !part.startsWith('.') && !/[\\\0]/.test(part));
  return isPlain && !/\.(br|gz)$/.test(path) ? path : null;
}

async function isInside(root: string, path: string): Promise<boolean> {
  const [real, base] = await Promise.all([realpath(path), realpath(root)]);
  return real.startsWith(base + sep);
}

async function chooseTwin(path: string, acceptEncoding: string) {
  const found = await Promise.all(twins.map(({ suffix }) => look(path + suffix)));
  const chosen = twins.findIndex(({ encoding }, index) => found[index] && accepts(acceptEncoding, encoding));
  return {
    varies: found.some(Boolean),
    file: found[chosen] ?? null,
    encoding: twins[chosen]?.encoding ?? null,
  };
}

/** Finds the file of a path below `root` (starting with a slash), or `null`. */
export async function findStatic(
  root: string,
  pathname: string,
  acceptEncoding: string,
): Promise<StaticFile | null> {
  const path = plainPath(pathname);
  const plain = path && (await look(join(root, path)));
  if (!plain || !(await isInside(root, plain.path))) return null;
  const twin = await chooseTwin(plain.path, acceptEncoding);
  const file = twin.file ?? plain;
  return {
    type: getMimeType(plain.path) ?? 'application/octet-stream',
    encoding: twin.encoding,
    varies: twin.varies,
    size: file.size,
    etag: await etagOf(file),
    open: () => (file.size > wholeLimit ? createReadStream(file.path) : readFile(file.path)),
  };
}
