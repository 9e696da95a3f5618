import { and, asc, eq, isNull } from 'drizzle-orm';
import { Hono } from 'hono';
import * as z from 'zod/mini';
import type { whiteboardBundleSchema } from '#contracts/lesson.ts';
import { boards, lessons, whiteboardBundles } from '../../db/schema/catalog.ts';
import type { AppEnv, Deps } from '../../deps.ts';
import { accessToCourse, requireOpen } from '../../domain/inventory/policy.ts';
import { notFound } from '../../errors.ts';
import { signMedia } from '../../media/sign.ts';
import { currentUser, requireUser } from '../../middleware/auth.ts';
import { params, rowId } from '../../middleware/parse.ts';

/** GET /api/lms/whiteboard/{bundle}/ (product.md 3.4): for owners within their time, addresses signed for an hour. */
export function whiteboardRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get('/:bundle/', requireUser(deps), params(z.object({ bundle: rowId })), async (c) => {
    const bundle = await readBundle(deps, c.req.valid('param').bundle);
    const now = deps.clock.now();
    requireOpen(await accessToCourse(deps.db, currentUser(c).id, bundle.courseId, now));
    const answer: z.input<typeof whiteboardBundleSchema> = {
      id: bundle.id,
      name: bundle.name,
      images: bundle.images.map((image) => ({
        id: image.id,
        lesson: image.lessonId,
        start_sec: image.startSec,
        url: signMedia(deps, image.path, now),
        alt: image.alt,
      })),
    };
    return c.json(answer);
  });
  return app;
}

async function readBundle(deps: Deps, id: number) {
  const bundle = (
    await deps.db.select().from(whiteboardBundles).where(eq(whiteboardBundles.id, id)).limit(1)
  )[0];
  if (!bundle) throw notFound('この板書は見つかりませんでした。');
  const rows = await deps.db
    .select({ image: boards })
    .from(boards)
    .innerJoin(lessons, eq(lessons.id, boards.lessonId))
    .where(and(eq(boards.bundleId, id), isNull(lessons.withdrawn)))
    .orderBy(asc(lessons.sequence), asc(boards.startSec));
  return { ...bundle, images: rows.map((row) => row.image) };
}
