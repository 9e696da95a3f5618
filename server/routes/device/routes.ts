import { Hono } from 'hono';
import * as z from 'zod/mini';
import type { AppEnv, Deps } from '../../deps.ts';
import { endDevice, endOtherDevices, listDevices } from '../../domain/device/store.ts';
import { currentUser, requireUser } from '../../middleware/auth.ts';
import { params } from '../../middleware/parse.ts';
import { rateLimit } from '../../middleware/rateLimit.ts';
import { write } from '../../middleware/write.ts';

/**
 * GET and DELETE accounts/device/, DELETE accounts/device/{id}/ (product.md 3.3); without an id all except the present
 * one.
 */
export function deviceRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const signedIn = requireUser(deps);
  const calls = rateLimit(deps, { name: 'device', max: 60, window: 60 });

  app.get('/', signedIn, calls, async (c) => {
    const { id: userId, sessionId } = currentUser(c);
    c.header('Cache-Control', 'no-store');
    return c.json(await listDevices(deps.db, deps, { userId, sessionId }));
  });

  app.delete('/', signedIn, calls, (c) =>
    write(c, deps, async (tx) => {
      const { id: userId, sessionId } = currentUser(c);
      await endOtherDevices(tx, deps, { userId, sessionId });
      return { body: null };
    }),
  );

  app.delete('/:id/', signedIn, calls, params(z.object({ id: z.uuid() })), (c) =>
    write(c, deps, async (tx) => {
      await endDevice(tx, deps, currentUser(c).id, c.req.valid('param').id);
      return { body: null };
    }),
  );

  return app;
}
