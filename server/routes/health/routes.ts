import { Hono } from 'hono';
import { askDatabase } from '../../db/client.ts';
import type { AppEnv, Deps } from '../../deps.ts';

/**
 * GET /api/health/: the app's probe while it is offline or in maintenance; it also tells whether the database answers.
 */
export function healthRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get('/', async (c) => {
    await askDatabase(deps.db);
    c.header('Cache-Control', 'no-store');
    return c.json({ status: 'ok' });
  });
  return app;
}
