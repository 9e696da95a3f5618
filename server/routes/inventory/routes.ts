import { Hono } from 'hono';
import * as z from 'zod/mini';
import type { AppEnv, Deps } from '../../deps.ts';
import { type InventoryRows, inventoryPages, inventoryReader } from '../../domain/inventory/query.ts';
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
  const readPage = inventoryPages(deps.db);
  const readOne = inventoryReader(deps.db);

  app.get('/', signedIn, query(listQuery), async (c) => {
    const { page, sort_by_watchhistory } = c.req.valid('query');
    const rows = await readPage(currentUser(c).id, page, sort_by_watchhistory === 'true');
    const results = await presentAll(deps, rows);
    return c.json({ ...envelope(c.req.url, page, rows.count), complete_count: rows.complete, results });
  });

  app.get('/:id/', signedIn, params(z.object({ id: rowId })), async (c) => {
    const rows = await readOne(currentUser(c).id, c.req.valid('param').id);
    if (rows.items.length === 0) throw notFound('この講座は見つかりませんでした。');
    return c.json((await presentAll(deps, rows))[0]);
  });

  return app;
}

async function presentAll(deps: Deps, { version, items, marks }: InventoryRows) {
  const trees = await deps.trees.read(
    version,
    items.map((item) => item.courseId),
  );
  return items.flatMap((item) => {
    const tree = trees.get(item.courseId);
    return tree ? [presentInventory(deps, item, tree, marks)] : [];
  });
}
