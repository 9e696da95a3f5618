import { Hono } from 'hono';
import * as z from 'zod/mini';
import type { planPageSchema, planSchema } from '#contracts/shopSubscription.ts';
import type { PlanRow } from '../../db/schema/subscription.ts';
import type { AppContext, AppEnv, Deps } from '../../deps.ts';
import { mayTry } from '../../domain/plan/trial.ts';
import { coursesOfPlans, findPlan, listPlans } from '../../domain/subscription/read.ts';
import { runningOf } from '../../domain/subscription/rows.ts';
import { notFound } from '../../errors.ts';
import { optionalUser } from '../../middleware/auth.ts';
import { envelope, pageField } from '../../middleware/paging.ts';
import { params, query, rowId } from '../../middleware/parse.ts';
import { rateLimit } from '../../middleware/rateLimit.ts';
import { presentPlan } from '../../present/subscription.ts';

/**
 * GET /api/shop/plan/ and /{id}/: plans on sale, for everybody; a signed-in user also learns whether they still have a
 * trial.
 */
export function planRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const reads = rateLimit(deps, { name: 'plan', max: 120, window: 60 });

  const present = async (c: AppContext, rows: PlanRow[]): Promise<z.input<typeof planSchema>[]> => {
    const userId = c.get('user')?.id ?? null;
    const now = deps.clock.now();
    const courses = await coursesOfPlans(
      deps.db,
      rows.map(({ id }) => id),
    );
    return Promise.all(
      rows.map(async (plan) => {
        const running = userId === null ? null : await runningOf(deps.db, userId, plan.family);
        const inside = courses.get(plan.id) ?? [];
        const isOpen =
          plan.withdrawn === null && (plan.saleEndsAt === null || plan.saleEndsAt.getTime() >= now);
        return presentPlan(plan, {
          courses: inside,
          mayTry: await mayTry(deps.db, deps, userId, plan),
          // A renewal can only be paid by card, so without a gateway no plan is sold (money.md 3.4).
          isOnSale: isOpen && inside.length > 0 && deps.gateway.capabilities.card !== null,
          running: running === null || running.status === 'starting' ? null : running.id,
        });
      }),
    );
  };

  app.get('/', optionalUser(deps), reads, query(z.object({ page: pageField })), async (c) => {
    const { page } = c.req.valid('query');
    const { count, rows } = await listPlans(deps.db, page);
    const answer: z.input<typeof planPageSchema> = {
      ...envelope(c.req.url, page, count),
      results: await present(c, rows),
    };
    c.header('Cache-Control', 'no-store');
    return c.json(answer);
  });

  app.get('/:id/', optionalUser(deps), reads, params(z.object({ id: rowId })), async (c) => {
    const plan = await findPlan(deps.db, c.req.valid('param').id);
    if (!plan) throw notFound();
    c.header('Cache-Control', 'no-store');
    return c.json((await present(c, [plan]))[0]);
  });

  return app;
}
