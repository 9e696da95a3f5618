import { Hono } from 'hono';
import * as z from 'zod/mini';
import { bookmarkInputSchema, bookmarkPatchSchema } from '#contracts/marks.ts';
import type { Tx } from '../../db/client.ts';
import type { AppContext, AppEnv, Deps } from '../../deps.ts';
import { ownBookmark } from '../../domain/bookmark/policy.ts';
import {
  type BookmarkIntent,
  bookmarkPages,
  requireCourse,
  setBookmark,
} from '../../domain/bookmark/store.ts';
import { currentUser, requireUser } from '../../middleware/auth.ts';
import { clientTime } from '../../middleware/clientTime.ts';
import { envelope, pageField } from '../../middleware/paging.ts';
import { body, params, query, rowId } from '../../middleware/parse.ts';
import { rowIdOf } from '../../middleware/rowIds.ts';
import { write } from '../../middleware/write.ts';
import { presentBookmarks, presentSetBookmark } from '../../present/bookmark.ts';

/** GET POST /api/lms/bookmark/ · PATCH /{id}/ (product.md 3.4): しおり of courses. Any course may be bookmarked. */
export function bookmarkRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const signedIn = requireUser(deps);
  const readPage = bookmarkPages(deps.db);

  app.get('/', signedIn, query(z.object({ page: pageField })), async (c) => {
    const { page } = c.req.valid('query');
    const rows = await readPage(currentUser(c).id, page, deps.clock.now());
    const results = await presentBookmarks(deps, rows);
    return c.json({ ...envelope(c.req.url, page, rows.count), results });
  });

  app.post('/', signedIn, body(bookmarkInputSchema), (c) => {
    const { course, is_check, client_at } = c.req.valid('json');
    const at = clientTime(c, deps, client_at);
    return save(c, deps, async (tx, userId) => {
      const courseId = await requireCourse(tx, rowIdOf(course));
      return { userId, courseId, isCheck: is_check, at };
    });
  });

  app.patch('/:id/', signedIn, params(z.object({ id: rowId })), body(bookmarkPatchSchema), (c) => {
    const { is_check, client_at } = c.req.valid('json');
    const at = clientTime(c, deps, client_at);
    return save(c, deps, async (tx, userId) => {
      const { courseId } = await ownBookmark(tx, userId, c.req.valid('param').id);
      return { userId, courseId, isCheck: is_check, at };
    });
  });

  return app;
}

function save(c: AppContext, deps: Deps, read: (tx: Tx, userId: number) => Promise<BookmarkIntent>) {
  const { id: userId } = currentUser(c);
  return write(c, deps, async (tx) => {
    const { row, isNew } = await setBookmark(tx, await read(tx, userId), new Date(deps.clock.now()));
    return { status: isNew ? 201 : 200, body: await presentSetBookmark(deps, tx, row) };
  });
}
