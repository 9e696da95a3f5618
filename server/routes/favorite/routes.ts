import { Hono } from 'hono';
import * as z from 'zod/mini';
import { favoriteInputSchema } from '#contracts/marks.ts';
import type { Db } from '../../db/client.ts';
import type { AppEnv, Deps } from '../../deps.ts';
import { ownFavorite } from '../../domain/favorite/policy.ts';
import { type FavoriteRow, findFavorite, pageOfFavorites, setFavorite } from '../../domain/favorite/store.ts';
import { accessOf } from '../../domain/inventory/policy.ts';
import { ownedLesson } from '../../domain/lesson/policy.ts';
import { currentUser, requireUser } from '../../middleware/auth.ts';
import { clientTime } from '../../middleware/clientTime.ts';
import { envelope, pageField } from '../../middleware/paging.ts';
import { body, params, query, rowId } from '../../middleware/parse.ts';
import { rowIdOf } from '../../middleware/rowIds.ts';
import { write } from '../../middleware/write.ts';
import { presentFavorite } from '../../present/favorite.ts';

/** The filter's name follows the path lesson → unit → chapter → course (specification.md 7). */
const listQuery = z.object({ page: pageField, lesson__unit__chapter__course: z.optional(rowId) });

/** GET POST /api/lms/favorite/ · DELETE /{id}/ (product.md 3.4): favorite lessons. */
export function favoriteRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const signedIn = requireUser(deps);

  app.get('/', signedIn, query(listQuery), async (c) => {
    const { page, lesson__unit__chapter__course: courseId } = c.req.valid('query');
    const { id: userId } = currentUser(c);
    const { count, rows } = await pageOfFavorites(deps.db, userId, page, courseId);
    const results = await presentAll(deps, deps.db, userId, rows);
    return c.json({ ...envelope(c.req.url, page, count), results });
  });

  app.post('/', signedIn, body(favoriteInputSchema), (c) => {
    const { lesson: lessonId, is_favorite, client_at } = c.req.valid('json');
    const { id: userId } = currentUser(c);
    const at = clientTime(c, deps, client_at);
    return write(c, deps, async (tx) => {
      const { lesson } = await ownedLesson(tx, deps, userId, rowIdOf(lessonId));
      const intent = { userId, lessonId: lesson.id, courseId: lesson.courseId, isOn: is_favorite, at };
      const { isNew } = await setFavorite(tx, intent, new Date(deps.clock.now()));
      const row = await findFavorite(tx, userId, { lessonId: lesson.id });
      if (!row?.isOn) return { body: null };
      return { status: isNew ? 201 : 200, body: (await presentAll(deps, tx, userId, [row]))[0] ?? null };
    });
  });

  app.delete('/:id/', signedIn, params(z.object({ id: rowId })), (c) => {
    const { id: userId } = currentUser(c);
    const at = clientTime(c, deps);
    return write(c, deps, async (tx) => {
      const { lesson, course } = await ownFavorite(tx, userId, c.req.valid('param').id);
      const intent = { userId, lessonId: lesson.id, courseId: course.id, isOn: false, at };
      await setFavorite(tx, intent, new Date(deps.clock.now()));
      return { body: null };
    });
  });

  return app;
}

async function presentAll(deps: Deps, db: Db, userId: number, rows: FavoriteRow[]) {
  const courseIds = [...new Set(rows.map((row) => row.course.id))];
  const access = await accessOf(db, userId, courseIds, deps.clock.now());
  return rows.map((row) => presentFavorite(deps, row, access));
}
