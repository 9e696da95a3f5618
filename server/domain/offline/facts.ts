import { createHash } from 'node:crypto';
import { inArray } from 'drizzle-orm';
import { mediaFacts } from '../../db/schema/offline.ts';
import type { Deps } from '../../deps.ts';
import type { MediaFile } from '../../media/store.ts';

/** Bytes of a piece, by which devices ask, check and store (offline.md 4.2). */
export const chunkSize = 1024 * 1024;

/** What a device must know of a stored file to keep and check it. */
export type MediaFacts = typeof mediaFacts.$inferSelect;

/** Hashes of a whole file and of each piece, made in one read. */
async function sumsOf(file: MediaFile): Promise<{ sha256: string; chunks: string[] }> {
  const whole = createHash('sha256');
  const chunks: string[] = [];
  let piece = createHash('sha256');
  let filled = 0;
  const close = () => {
    chunks.push(piece.digest('hex'));
    piece = createHash('sha256');
    filled = 0;
  };
  if (file.size > 0) {
    for await (const block of file.read(0, file.size - 1) as AsyncIterable<Buffer>) {
      whole.update(block);
      for (let from = 0; from < block.length; ) {
        const part = block.subarray(from, from + chunkSize - filled);
        piece.update(part);
        filled += part.length;
        from += part.length;
        if (filled === chunkSize) close();
      }
    }
  }
  if (filled > 0) close();
  return { sha256: whole.digest('hex'), chunks };
}

/**
 * Facts of stored files by their path; files that do not exist are left out. Hashes are made when a version of a file
 * is first asked for, and then stored.
 */
export async function factsOf(deps: Deps, paths: readonly string[]): Promise<Map<string, MediaFacts>> {
  const wanted = [...new Set(paths)];
  const found = new Map<string, MediaFacts>();
  if (wanted.length === 0) return found;
  const rows = await deps.db.select().from(mediaFacts).where(inArray(mediaFacts.path, wanted));
  const stored = new Map(rows.map((row) => [row.path, row]));
  for (const path of wanted) {
    const file = await deps.media.open(path);
    if (!file) continue;
    const known = stored.get(path);
    found.set(path, known?.etag === file.etag ? known : await makeFacts(deps, path, file));
  }
  return found;
}

async function makeFacts(deps: Deps, path: string, file: MediaFile): Promise<MediaFacts> {
  const row = { path, etag: file.etag, size: file.size, ...(await sumsOf(file)) };
  await deps.db.insert(mediaFacts).values(row).onConflictDoUpdate({ target: mediaFacts.path, set: row });
  return row;
}
