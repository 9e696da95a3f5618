import { Hono } from 'hono';
import * as z from 'zod/mini';
import type { inventories } from '../../db/schema/learning.ts';
import type { AppEnv, Deps } from '../../deps.ts';
import { loadCourses, loadMarks } from '../../domain/course/load.ts';
import { countInventories, findInventory, pageOfInventories } from '../../domain/inventory/query.ts';
import { notFound } from '../../errors.ts';
import { currentUser, requireUser } from '../../middleware/auth.ts';
import { envelope, pageField } from '../../middleware/paging.ts';
import { params, query, rowId } from '../../middleware/parse.ts';
import { presentInventory } from '../../present/inventory.ts';

const listQuery = z.object({
  page: pageField,
  sort_by_watchhistory: z._default(z.enum(['true', 'false']), 'false'),
});

/** GET /api/lms/inventory/ and /{id}/ (specification.md 7): the learner's own courses, expired ones too. */
export function inventoryRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const signedIn = requireUser(deps);

  app.get('/', signedIn, query(listQuery), async (c) => {
    const { page, sort_by_watchhistory } = c.req.valid('query');
    const { id: userId } = currentUser(c);
    const total = await countInventories(deps.db, userId);
    const rows = await pageOfInventories(deps.db, userId, page, sort_by_watchhistory === 'true');
    const results = await presentAll(
      deps,
      userId,
      rows.map((row) => row.item),
    );
    return c.json({ ...envelope(c.req.url, page, total.count), complete_count: total.complete, results });
  });

  app.get('/:id/', signedIn, params(z.object({ id: rowId })), async (c) => {
    const { id: userId } = currentUser(c);
    const item = await findInventory(deps.db, userId, c.req.valid('param').id);
    if (!item) throw notFound('この講座は見つかりませんでした。');
    return c.json((await presentAll(deps, userId, [item]))[0]);
  });

  return app;
}

async function presentAll(deps: Deps, userId: number, items: (typeof inventories.$inferSelect)[]) {
  const courseIds = [...new Set(items.map((item) => item.courseId))];
  const trees = await loadCourses(deps.db, courseIds);
  const marks = await loadMarks(deps.db, userId, courseIds);
  return items.flatMap((item) => {
    const tree = trees.get(item.courseId);
    return tree ? [presentInventory(deps, item, tree, marks)] : [];
  });
}
