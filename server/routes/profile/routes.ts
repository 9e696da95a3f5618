import { Hono } from 'hono';
import { profileInputSchema } from '#contracts/profile.ts';
import type { AppEnv, Deps } from '../../deps.ts';
import { askGuardian, assertMayAsk } from '../../domain/guardian/store.ts';
import { changeProfile, columnsOf } from '../../domain/profile/store.ts';
import { currentUser, requireUser } from '../../middleware/auth.ts';
import { body } from '../../middleware/parse.ts';
import { rateLimit } from '../../middleware/rateLimit.ts';
import { hasAnswer, write } from '../../middleware/write.ts';
import { readUser } from '../../present/profile.ts';

/** PUT accounts/profile/: the last step of a sign-up (product.md 3.3). */
export function profileRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const saves = rateLimit(deps, { name: 'profile', max: 30, window: 60 });

  app.put('/', requireUser(deps), saves, body(profileInputSchema), async (c) => {
    const { guardian, ...profile } = c.req.valid('json');
    const user = currentUser(c);
    const { id } = user;
    if (guardian && !(await hasAnswer(c, deps))) await assertMayAsk(c, deps, user, guardian);
    return write(c, deps, async (tx) => {
      await changeProfile(tx, deps, id, { ...columnsOf(profile), profileCompleted: true });
      if (guardian) await askGuardian(tx, deps, id, guardian);
      return { body: await readUser(tx, deps, id) };
    });
  });

  return app;
}
