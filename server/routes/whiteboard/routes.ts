import { Hono } from 'hono';
import * as z from 'zod/mini';
import type { whiteboardBundleSchema } from '#contracts/lesson.ts';
import type { AppEnv, Deps } from '../../deps.ts';
import { accessToCourse, requireOpen } from '../../domain/inventory/policy.ts';
import { readWhiteboard } from '../../domain/whiteboard/store.ts';
import { signMedia } from '../../media/sign.ts';
import { currentUser, requireUser } from '../../middleware/auth.ts';
import { params, rowId } from '../../middleware/parse.ts';

/** GET /api/lms/whiteboard/{bundle}/ (product.md 3.4): for owners within their time, addresses signed for an hour. */
export function whiteboardRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get('/:bundle/', requireUser(deps), params(z.object({ bundle: rowId })), async (c) => {
    const bundle = await readWhiteboard(deps.db, c.req.valid('param').bundle);
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
