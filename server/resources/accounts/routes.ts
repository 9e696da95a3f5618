import { and, eq, isNull, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import type { z } from 'zod/mini';
import { loginInputSchema, refreshInputSchema, type tokensSchema } from '#contracts/accounts.ts';
import { type Notify, profilePatchSchema } from '#contracts/profile.ts';
import { mergeSettings } from '#contracts/settingsRule.ts';
import { type UserRow, users } from '../../db/schema/accounts.ts';
import type { AppContext, AppEnv, Deps } from '../../deps.ts';
import { ApiError, unauthorized } from '../../errors.ts';
import { currentUser, requireUser } from '../../middleware/auth.ts';
import { clientIp } from '../../middleware/clientIp.ts';
import { clientTime } from '../../middleware/clientTime.ts';
import { body } from '../../middleware/parse.ts';
import { rateLimit } from '../../middleware/rateLimit.ts';
import { write } from '../../middleware/write.ts';
import { changeProfile, columnsOf, lockUser, readUser } from '../profile/store.ts';
import { deviceName } from './deviceName.ts';
import { assertNotLocked, clearFailures, countFailure, loginKey } from './loginLimit.ts';
import { verifyPassword } from './passwords.ts';
import { openSession, revokeSession, rotate } from './tokens.ts';

type Pair = z.input<typeof tokensSchema>;
type Credentials = { email: string; password: string; device?: string | undefined };

/** The four calls of spec section 7 "Accounts API", and PATCH of the user (product.md 3.3). */
export function accountsRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const login = loginWith(deps);
  app.post('/login/', body(loginInputSchema), async (c) => tokens(c, await login(c, c.req.valid('json'))));
  app.post('/token/refresh/', body(refreshInputSchema), async (c) => {
    const { refresh } = c.req.valid('json');
    const pair = await deps.db.transaction((tx) => rotate(tx, deps, refresh));
    if (!pair) throw unauthorized();
    return tokens(c, pair);
  });
  const signedIn = requireUser(deps);
  const anySignedIn = requireUser(deps, { evenWithOldPassword: true });
  app.get('/user/', anySignedIn, async (c) => {
    c.header('Cache-Control', 'no-store');
    return c.json(await readUser(deps.db, deps, currentUser(c).id));
  });
  const saves = rateLimit(deps, { name: 'user', max: 60, window: 60 });
  app.patch('/user/', signedIn, saves, body(profilePatchSchema), (c) => {
    const patch = c.req.valid('json');
    return changeUser(c, deps, patch, clientTime(c, deps, patch.client_at));
  });
  app.post('/logout/', anySignedIn, async (c) => {
    await revokeSession(deps.db, deps, currentUser(c).sessionId, 'logout');
    return c.body(null, 204);
  });
  return app;
}

function tokens(c: AppContext, pair: Pair): Response {
  c.header('Cache-Control', 'no-store');
  return c.json(pair);
}

/** Checks credentials: the answer and its time are the same for a wrong password and an unknown address. */
function loginWith(deps: Deps): (c: AppContext, input: Credentials) => Promise<Pair> {
  const find = deps.db
    .select({ id: users.id, passwordHash: users.passwordHash })
    .from(users)
    .where(and(eq(users.email, sql.placeholder('email')), isNull(users.withdrawn)))
    .limit(1)
    .prepare('user_by_email');
  return async (c, input) => {
    const { email } = input;
    const key = loginKey(email, clientIp(c, deps.config.trustedProxies));
    await assertNotLocked(deps.db, key, deps.clock.now());
    const user = (await find.execute({ email }))[0];
    const fits = await verifyPassword(user?.passwordHash ?? null, input.password);
    if (!user || !fits) {
      await countFailure(deps.db, key, deps.clock.now());
      throw new ApiError(400, 'invalid_credentials', 'メールアドレスまたはパスワードが正しくありません。');
    }
    return deps.db.transaction(async (tx) => {
      // Again, because guesses that ran beside this one may have used the limit up meanwhile.
      if (await assertNotLocked(tx, key, deps.clock.now())) await clearFailures(tx, key);
      return openSession(tx, deps, user.id, deviceName(c, input.device));
    });
  };
}

type Patch = z.output<typeof profilePatchSchema>;

/** Preference and notify are merged by field and time, the rest is as it was sent. */
function changeUser(c: AppContext, deps: Deps, patch: Patch, at: Date): Promise<Response> {
  const { preference = {}, notify = {}, client_at: _, ...profile } = patch;
  const { id } = currentUser(c);
  const timesOf = (fields: object) =>
    Object.fromEntries(Object.keys(fields).map((field) => [field, at.getTime()]));
  return write(c, deps, async (tx) => {
    const stored = await lockUser(tx, id);
    const chosen = mergeSettings<UserRow['preference']>(
      { values: stored.preference, at: stored.preferenceAt },
      { values: preference, at: timesOf(preference) },
    );
    const heard = mergeSettings<Partial<Notify>>(
      { values: stored.notify, at: stored.preferenceAt },
      { values: notify, at: timesOf(notify) },
    );
    await tx
      .update(users)
      .set({
        preference: chosen.values,
        notify: heard.values,
        preferenceAt: { ...(chosen.at as Record<string, number>), ...(heard.at as Record<string, number>) },
        modified: new Date(deps.clock.now()),
      })
      .where(eq(users.id, id));
    await changeProfile(tx, deps, id, columnsOf(profile));
    return { body: await readUser(tx, deps, id) };
  });
}
