import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import type { AppEnv, Deps } from '../../deps.ts';

/**
 * GET /api/health/: the app's probe while it is offline or in maintenance; it also tells whether the database answers.
 */
export function healthRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get('/', async (c) => {
    await deps.db.execute(sql`select 1`);
    c.header('Cache-Control', 'no-store');
    return c.json({ status: 'ok' });
  });
  return app;
}
