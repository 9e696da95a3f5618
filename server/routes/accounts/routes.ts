import { Hono } from 'hono';
import type { z } from 'zod/mini';
import { loginInputSchema, refreshInputSchema, type tokensSchema } from '#contracts/accounts.ts';
import { profilePatchSchema } from '#contracts/profile.ts';
import { clientNetwork } from '../../clientIp.ts';
import { transaction } from '../../db/transaction.ts';
import type { AppContext, AppEnv, Deps } from '../../deps.ts';
import { deviceName } from '../../domain/accounts/deviceName.ts';
import { rememberDevice } from '../../domain/accounts/knownDevice.ts';
import { beginLogin } from '../../domain/accounts/loginLimit.ts';
import { verifyPassword } from '../../domain/accounts/passwords.ts';
import { hashNetwork } from '../../domain/accounts/secrets.ts';
import { accountFinder } from '../../domain/accounts/store.ts';
import { openSession, revokeSession, rotate } from '../../domain/accounts/tokens.ts';
import { changeChoices, changeProfile, columnsOf } from '../../domain/profile/store.ts';
import { rateLimited, unauthorized } from '../../errors.ts';
import { currentUser, requireUser } from '../../middleware/auth.ts';
import { clientTime } from '../../middleware/clientTime.ts';
import { body } from '../../middleware/parse.ts';
import { rateLimit } from '../../middleware/rateLimit.ts';
import { write } from '../../middleware/write.ts';
import { readUser } from '../../present/profile.ts';

type Pair = z.input<typeof tokensSchema>;
type Input = { email: string; password: string; device?: string | undefined };

/** The four calls of specification.md 7, and PATCH of the user (product.md 3.3). */
export function accountsRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const login = loginWith(deps);
  app.post('/login/', body(loginInputSchema), async (c) => tokens(c, await login(c, c.req.valid('json'))));
  // Three schools with a thousand learners each, behind one address, may open the app at once, with two tabs each.
  const refreshes = rateLimit(deps, { name: 'refresh', max: 6000, window: 15 * 60 });
  app.post('/token/refresh/', refreshes, body(refreshInputSchema), async (c) => {
    const { refresh } = c.req.valid('json');
    const network = hashNetwork(deps.keys, clientNetwork(c, deps.config.trustedProxies));
    const rotation = await transaction(deps.db, (tx) => rotate(tx, deps, refresh, network));
    if (rotation.kind === 'wait') throw rateLimited(rotation.for / 1000);
    if (rotation.kind === 'refused') throw unauthorized();
    return tokens(c, rotation.pair);
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
function loginWith(deps: Deps): (c: AppContext, input: Input) => Promise<Pair> {
  const find = accountFinder(deps.db);
  return async (c, input) => {
    const { email } = input;
    const attempt = await beginLogin(c, deps, email);
    const user = await find(email);
    let isShut = false;
    const fits = await verifyPassword(
      user?.passwordHash ?? null,
      input.password,
      attempt.network,
      async () => {
        isShut = await attempt.admit(user?.id ?? null);
      },
    );
    if (!user || !fits || isShut) throw attempt.refusal();
    const place = {
      device: deviceName(c, input.device),
      network: hashNetwork(deps.keys, attempt.network),
    };
    const pair = await transaction(deps.db, async (tx) => {
      const opened = await openSession(tx, deps, user, place);
      if (opened) await attempt.settle(tx);
      return opened;
    });
    if (!pair) throw attempt.refusal();
    rememberDevice(c, deps, email);
    return pair;
  };
}

type Patch = z.output<typeof profilePatchSchema>;

/** Preference and notify are merged by field and time; all other fields are stored as they were sent. */
function changeUser(c: AppContext, deps: Deps, patch: Patch, at: Date): Promise<Response> {
  const { preference = {}, notify = {}, client_at: _, ...profile } = patch;
  const { id } = currentUser(c);
  return write(c, deps, async (tx) => {
    await changeChoices(tx, deps, id, { preference, notify, at });
    await changeProfile(tx, deps, id, columnsOf(profile));
    return { body: await readUser(tx, deps, id) };
  });
}
