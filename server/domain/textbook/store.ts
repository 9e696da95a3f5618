import { asc, eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { textbookBundles, textbookFiles } from '../../db/schema/catalog.ts';
import { notFound } from '../../errors.ts';

/** A textbook with its files, in the order of their import. 404 for a number that no textbook has. */
export async function readTextbook(db: Db, id: number) {
  const bundle = (await db.select().from(textbookBundles).where(eq(textbookBundles.id, id)).limit(1))[0];
  if (!bundle) throw notFound('このテキストは見つかりませんでした。');
  const files = await db
    .select()
    .from(textbookFiles)
    .where(eq(textbookFiles.bundleId, id))
    .orderBy(asc(textbookFiles.id));
  return { ...bundle, files };
}
