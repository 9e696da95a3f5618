import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { packs } from '../db/schema/catalog.ts';

/** Raise it when the importer makes something else of the same pack: every pack is then imported again. */
const importerVersion = 3;

/**
 * A short name of a folder's state, made of the names, sizes and times of its files: quick enough for every start. With
 * the same fingerprint the folder was not changed; with another one the content may still be the same.
 */
export async function fingerprintOf(root: string): Promise<string> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  // A link counts with the file it leads to. A link that leads nowhere counts with size -1.
  const named = entries.filter((entry) => entry.isFile() || entry.isSymbolicLink());
  const files = named.map((entry) => join(entry.parentPath, entry.name));
  const states = await Promise.all(
    files.sort().map(async (file) => {
      const { size, mtimeMs } = await stat(file).catch(() => ({ size: -1, mtimeMs: 0 }));
      return `${file.slice(root.length)}\0${size}\0${mtimeMs}`;
    }),
  );
  return createHash('sha256')
    .update(`${importerVersion}\n${states.join('\n')}`)
    .digest('hex');
}

/** The fingerprint with which a pack was last imported, or `null` when it never was. */
export async function importedFingerprint(db: Db, pack: string): Promise<string | null> {
  const rows = await db
    .select({ fingerprint: packs.fingerprint })
    .from(packs)
    .where(eq(packs.key, pack))
    .limit(1);
  return rows[0]?.fingerprint ?? null;
}
