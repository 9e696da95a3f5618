import { and, desc, eq, lte } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { pages } from '../../db/schema/pages.ts';

/** A version of a page as it is stored. */
export type PageRow = typeof pages.$inferSelect;

/**
 * One version of a page. If two versions hold from the same moment, the higher number counts. `null`: there is none.
 */
async function findPage(db: Db, slug: string, version: number | null, now: Date): Promise<PageRow | null> {
  const wanted = version === null ? lte(pages.effective, now) : eq(pages.version, version);
  const [row] = await db
    .select()
    .from(pages)
    .where(and(eq(pages.slug, slug), wanted))
    .orderBy(desc(pages.effective), desc(pages.version))
    .limit(1);
  return row ?? null;
}

/**
 * A page in the version that holds now, or in the requested one, with the list of all its versions, the newest first. A
 * version that will hold later may be read as soon as it is announced (price changes need 30 days, product.md 3.9.5).
 */
export async function readPage(db: Db, slug: string, version: number | null, now: Date) {
  const page = await findPage(db, slug, version, now);
  if (!page) return null;
  const versions = await db
    .select({ version: pages.version, effective: pages.effective, changes: pages.changes })
    .from(pages)
    .where(eq(pages.slug, slug))
    .orderBy(desc(pages.effective), desc(pages.version));
  return { page, versions };
}
