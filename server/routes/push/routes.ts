import { Hono } from 'hono';
import type { z } from 'zod/mini';
import {
  pushInputSchema,
  type pushKeySchema,
  pushRemovalSchema,
  type pushSubscriptionSchema,
} from '#contracts/push.ts';
import type { AppContext, AppEnv, Deps } from '../../deps.ts';
import { removeSubscription, saveSubscription } from '../../domain/push/store.ts';
import { ApiError, invalid } from '../../errors.ts';
import { currentUser, requireUser } from '../../middleware/auth.ts';
import { body } from '../../middleware/parse.ts';
import { rateLimit } from '../../middleware/rateLimit.ts';
import { write } from '../../middleware/write.ts';
import { isAllowedEndpoint } from '../../push/target.ts';
import { vapidKeys } from '../../push/vapid.ts';

/** POST, DELETE /api/support/push/ (product.md 3.4), and GET …/key/: the server's public key. */
export function pushRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const signedIn = requireUser(deps);
  const calls = rateLimit(deps, { name: 'push', max: 30, window: 60 });

  app.get('/key/', signedIn, calls, async (c) => {
    c.header('Cache-Control', 'no-store');
    const answer: z.input<typeof pushKeySchema> = { public_key: (await vapidKeys(deps)).publicKey };
    return c.json(answer);
  });

  app.post('/', signedIn, calls, body(pushInputSchema), (c) => {
    const input = c.req.valid('json');
    if (!isAllowedEndpoint(input.endpoint, deps.config.pushAllowLocal)) {
      throw invalid({ endpoint: ['このブラウザーの通知には対応していません。'] });
    }
    return write(c, deps, async (tx) => {
      const isSaved = await saveSubscription(tx, owner(c, deps), input);
      if (!isSaved)
        throw new ApiError(409, 'conflict', '通知を設定できませんでした。もう一度お試しください。');
      const { endpoint, kinds } = input;
      const answer: z.input<typeof pushSubscriptionSchema> = { endpoint, kinds: [...new Set(kinds)] };
      return { body: answer };
    });
  });

  app.delete('/', signedIn, calls, body(pushRemovalSchema), (c) =>
    write(c, deps, async (tx) => {
      await removeSubscription(tx, currentUser(c).id, c.req.valid('json').endpoint);
      return { body: null };
    }),
  );

  return app;
}

function owner(c: AppContext, deps: Deps) {
  const { id, sessionId } = currentUser(c);
  return { userId: id, sessionId, now: new Date(deps.clock.now()) };
}
