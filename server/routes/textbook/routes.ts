import { Hono } from 'hono';
import * as z from 'zod/mini';
import type { textbookBundleSchema } from '#contracts/lesson.ts';
import type { AppEnv, Deps } from '../../deps.ts';
import { accessToCourse, requireOpen } from '../../domain/inventory/policy.ts';
import { readTextbook } from '../../domain/textbook/store.ts';
import { signMedia } from '../../media/sign.ts';
import { currentUser, requireUser } from '../../middleware/auth.ts';
import { params, rowId } from '../../middleware/parse.ts';

/** GET /api/lms/textbook/{bundle}/ (product.md 3.4): for owners within their time, addresses signed for an hour. */
export function textbookRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get('/:bundle/', requireUser(deps), params(z.object({ bundle: rowId })), async (c) => {
    const bundle = await readTextbook(deps.db, c.req.valid('param').bundle);
    const now = deps.clock.now();
    requireOpen(await accessToCourse(deps.db, currentUser(c).id, bundle.courseId, now));
    const answer: z.input<typeof textbookBundleSchema> = {
      id: bundle.id,
      name: bundle.name,
      files: bundle.files.map((file) => ({
        id: file.id,
        name: file.name,
        pages: file.pages,
        size: file.size,
        sha256: file.sha256,
        url: signMedia(deps, file.path, now),
      })),
    };
    return c.json(answer);
  });
  return app;
}
