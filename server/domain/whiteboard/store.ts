import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { boards, lessons, whiteboardBundles } from '../../db/schema/catalog.ts';
import { notFound } from '../../errors.ts';

/**
 * The pictures of a course's blackboard, in the order of the course, without those of withdrawn lessons. 404 for a
 * number that no bundle has.
 */
export async function readWhiteboard(db: Db, id: number) {
  const bundle = (await db.select().from(whiteboardBundles).where(eq(whiteboardBundles.id, id)).limit(1))[0];
  if (!bundle) throw notFound('この板書は見つかりませんでした。');
  const rows = await db
    .select({ image: boards })
    .from(boards)
    .innerJoin(lessons, eq(lessons.id, boards.lessonId))
    .where(and(eq(boards.bundleId, id), isNull(lessons.withdrawn)))
    .orderBy(asc(lessons.sequence), asc(boards.startSec));
  return { ...bundle, images: rows.map((row) => row.image) };
}
