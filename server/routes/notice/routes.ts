import { Hono } from 'hono';
import * as z from 'zod/mini';
import type { AppContext, AppEnv, Deps } from '../../deps.ts';
import { visibleNotice } from '../../domain/notice/policy.ts';
import { markAllRead, markRead, pageOfNotices, type Reader } from '../../domain/notice/store.ts';
import { currentUser, optionalUser, requireUser } from '../../middleware/auth.ts';
import { envelope, pageField } from '../../middleware/paging.ts';
import { params, query, rowId } from '../../middleware/parse.ts';
import { publicAnswer } from '../../middleware/publicAnswer.ts';
import { write } from '../../middleware/write.ts';
import { presentNotice } from '../../present/notice.ts';

const listQuery = z.object({
  page: pageField,
  category: z.optional(z.enum(['info', 'campaign', 'maintenance', 'exam', 'important'])),
});
const one = params(z.object({ id: rowId }));

/** GET /api/cms/notice/ · /{id}/ · POST /{id}/read/ · /read_all/ (product.md 3.4). Guests read public ones. */
export function noticeRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const signedIn = requireUser(deps);
  const anybody = optionalUser(deps);
  const reader = (c: AppContext): Reader => ({
    userId: c.get('user')?.id ?? null,
    now: new Date(deps.clock.now()),
  });

  app.get('/', publicAnswer, anybody, query(listQuery), async (c) => {
    const { page, category } = c.req.valid('query');
    const { count, rows } = await pageOfNotices(deps.db, reader(c), page, category);
    return c.json({ ...envelope(c.req.url, page, count), results: rows.map(presentNotice) });
  });

  app.get('/:id/', publicAnswer, anybody, one, async (c) =>
    c.json(presentNotice(await visibleNotice(deps.db, reader(c), c.req.valid('param').id))),
  );

  app.post('/read_all/', signedIn, (c) =>
    write(c, deps, async (tx) => {
      await markAllRead(tx, currentUser(c).id, new Date(deps.clock.now()));
      return { body: null };
    }),
  );

  app.post('/:id/read/', signedIn, one, (c) =>
    write(c, deps, async (tx) => {
      const { notice } = await visibleNotice(tx, reader(c), c.req.valid('param').id);
      await markRead(tx, currentUser(c).id, notice.id, new Date(deps.clock.now()));
      return { body: null };
    }),
  );

  return app;
}
