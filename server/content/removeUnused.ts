import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/**
 * How long a file is kept after the pack has dropped it, milliseconds: signed addresses are valid for up to two hours.
 */
const keptFor = 3 * 60 * 60_000;

/** Since when each dropped file is unused, epoch milliseconds by path in the store. */
type Unused = Record<string, number>;

async function readRecord(file: string): Promise<Unused> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  return JSON.parse(text) as Unused;
}

async function storedFiles(mediaDir: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(mediaDir, folder), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => relative(mediaDir, join(entry.parentPath, entry.name)));
}

/**
 * Deletes a pack's old media, but not while a learner may still be watching them: a file that the pack no longer names
 * is deleted by an import that comes three hours or more after the one that dropped it. Answers how many were deleted.
 */
export async function removeUnused(
  mediaDir: string,
  pack: string,
  used: Set<string>,
  now: number,
): Promise<number> {
  const recordFile = join(mediaDir, pack, '.unused.json');
  const before = await readRecord(recordFile);
  const unused: Unused = {};
  let removed = 0;
  for (const folder of [pack, join('public', pack)]) {
    for (const file of await storedFiles(mediaDir, folder)) {
      if (used.has(file)) continue;
      const since = before[file] ?? now;
      if (now - since < keptFor) unused[file] = since;
      else {
        await rm(join(mediaDir, file), { force: true });
        removed += 1;
      }
    }
  }
  if (Object.keys(unused).length > 0 || Object.keys(before).length > 0) {
    await writeFile(recordFile, JSON.stringify(unused));
  }
  return removed;
}
