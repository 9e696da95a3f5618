import { readdir, realpath, stat } from 'node:fs/promises';
import { join, normalize, relative, sep } from 'node:path';
import type { ProblemList } from './problems.ts';

/** Two spellings of one name have the same form: macOS takes 「が」 apart in file names, other systems do not. */
const formOf = (name: string) => name.normalize('NFC');
/** Names with the same fold cannot lie side by side on every disk. */
const foldOf = (name: string) => formOf(name).toLowerCase();

/** Why two names of one folder cannot both stay. */
function clashOf(names: readonly string[]): string {
  const [one = '', other = ''] = names;
  return formOf(one) === formOf(other)
    ? `「${formOf(one)}」という名前が2つあります。見た目は同じで、文字の組み立て方 (NFCとNFD) だけが違います。1つにしてください。`
    : `「${one}」と「${other}」は大文字と小文字だけが違い、片方しか置けないディスクがあります。名前を変えてください。`;
}

/** What is at a path of the pack. `missing` gives the real name when only upper and lower case differ. */
export type Found = { source: string } | { problem: string } | { missing: string | null };

/**
 * Where a path in the pack really leads, with links followed; `null` when that is outside of the pack or does not
 * exist.
 */
async function insideOf(root: string, path: string): Promise<string | null> {
  try {
    const [source, base] = await Promise.all([realpath(path), realpath(root)]);
    return `${source}${sep}`.startsWith(base.endsWith(sep) ? base : base + sep) ? source : null;
  } catch {
    return null;
  }
}

/** The real name of an entry in a folder. */
async function nameIn(
  folder: string,
  wanted: string,
): Promise<{ name: string } | Exclude<Found, { source: string }>> {
  const names = await readdir(folder).catch(() => []);
  const alike = names.filter((name) => foldOf(name) === foldOf(wanted));
  if (alike.length > 1) return { problem: clashOf(alike) };
  const [name] = alike;
  if (name === undefined) return { missing: null };
  return formOf(name) === formOf(wanted) ? { name } : { missing: name };
}

/**
 * Finds a file or folder of the pack by the normal form of its name, whichever form the text and the disk use. `path`
 * counts from `root`; a path or a link that leads out of the pack finds nothing.
 */
export async function findInPack(root: string, path: string): Promise<Found> {
  const parts = normalize(path)
    .split(sep)
    .filter((part) => part !== '' && part !== '.');
  if (parts[0] === '..') return { missing: null };
  let place = root;
  for (const part of parts) {
    const found = await nameIn(place, part);
    if (!('name' in found)) return found;
    place = join(place, found.name);
  }
  const source = await insideOf(root, place);
  return source === null ? { missing: null } : { source };
}

/** Whether the pack has an entry of this name. A link that leads nowhere counts too: reading it reports the mistake. */
export async function isInPack(root: string, path: string): Promise<boolean> {
  const parts = normalize(path).split(sep);
  const found = await nameIn(join(root, ...parts.slice(0, -1)), parts.at(-1) ?? '');
  return 'name' in found || 'problem' in found;
}

/** Files that an operating system or an editor leaves behind in folders. */
const junk = /^(?:\..*|~\$.*|.*~|#.*#|Thumbs\.db|ehthumbs\.db|desktop\.ini|Icon\r|__MACOSX|\$RECYCLE\.BIN)$/i;

export type Entry = { name: string; kind: 'file' | 'folder' };

async function kindOf(root: string, path: string, problems: ProblemList): Promise<Entry['kind'] | null> {
  const place = join(root, path);
  const source = await insideOf(root, place);
  const info = source === null ? null : await stat(source);
  if (info?.isDirectory()) return 'folder';
  if (info?.isFile()) return 'file';
  const isThere = await stat(place).then(
    () => true,
    () => false,
  );
  const message = isThere
    ? '教材のフォルダーの外を指すリンクは使えません。中身を教材のフォルダーの中に置いてください。'
    : 'リンクの先がありません。';
  problems.add(path, 0, info ? 'ファイルでもフォルダーでもありません。' : message);
  return null;
}

/**
 * Lists a folder of the pack whose entries count (courses, lessons, pages …), with links followed. Only what systems
 * leave behind is skipped. An entry that can be neither a file nor a folder of the pack is reported, and so are names
 * that not every disk can tell apart.
 */
export async function listFolder(root: string, folder: string, problems: ProblemList): Promise<Entry[]> {
  if (!(await isInPack(root, folder))) return [];
  const found = await findInPack(root, folder);
  const names = 'source' in found ? await readdir(found.source).catch(() => null) : null;
  if (names === null) {
    problems.add(folder, 0, 'problem' in found ? found.problem : 'フォルダーとして読めません。');
    return [];
  }
  const entries: Entry[] = [];
  for (const name of names.filter((one) => !junk.test(one)).sort()) {
    const twins = names.filter((one) => foldOf(one) === foldOf(name));
    if (twins.length > 1 && twins[0] === name) problems.add(join(folder, name), 0, clashOf(twins));
    const kind = await kindOf(root, join(folder, name), problems);
    if (kind) entries.push({ name, kind });
  }
  return entries;
}

/** A file of the pack as problems name it: from the pack's folder. */
export async function nameInPack(root: string, source: string): Promise<string> {
  return relative(await realpath(root), source);
}
