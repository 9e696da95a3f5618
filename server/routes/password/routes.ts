import { Hono } from 'hono';
import type { z } from 'zod/mini';
import type { tokensSchema } from '#contracts/accounts.ts';
import {
  passwordChangeSchema,
  passwordConfirmSchema,
  passwordLinkSchema,
  passwordResetSchema,
  type passwordResetStartedSchema,
} from '#contracts/password.ts';
import { clientNetwork } from '../../clientIp.ts';
import type { AppContext, AppEnv, Deps } from '../../deps.ts';
import { rememberDevice } from '../../domain/accounts/knownDevice.ts';
import { endPause } from '../../domain/accounts/loginLimit.ts';
import { assertGoodPassword } from '../../domain/accounts/passwordRule.ts';
import { hashPassword, verifyPassword } from '../../domain/accounts/passwords.ts';
import { renewSession } from '../../domain/accounts/tokens.ts';
import { linkExpired, setPassword, spendLink, startReset, userOfLink } from '../../domain/password/store.ts';
import { lockUser } from '../../domain/profile/store.ts';
import { ApiError, invalid, unauthorized } from '../../errors.ts';
import { assertMayRequest } from '../../mail/limit.ts';
import { currentUser, requireUser } from '../../middleware/auth.ts';
import { assertCurrentPassword, lockShown, type Shown } from '../../middleware/currentPassword.ts';
import { body } from '../../middleware/parse.ts';
import { rateLimit } from '../../middleware/rateLimit.ts';
import { guestWrite, hasAnswer, write } from '../../middleware/write.ts';

type Pair = z.input<typeof tokensSchema>;
const sent = '登録がある場合、再設定用のメールを送信しました。';

/**
 * POST accounts/password/reset/, …/check/, …/confirm/, …/change/ (product.md 3.3). `check` is our own addition: with it
 * the link's page says at once whether the link is still valid. Tokens are sent in bodies, so that no log of addresses
 * has one.
 */
export function passwordRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  // Outside of the transaction: hashing takes long, and would delay everybody else's writes.
  const prepare = async (input: z.output<typeof passwordConfirmSchema>, network: string) => {
    const user = await userOfLink(deps.db, deps, input);
    assertGoodPassword(input.new_password, user.email, 'new_password');
    if (await verifyPassword(user.passwordHash, input.new_password, network)) throw reused();
    const passwordHash = await hashPassword(input.new_password, network);
    return { userId: user.id, email: user.email, passwordHash };
  };
  const networkOf = (c: AppContext) => clientNetwork(c, deps.config.trustedProxies);
  const asks = rateLimit(deps, { name: 'password-reset', max: 100, window: 3600 });
  const opens = rateLimit(deps, { name: 'password-link', max: 100, window: 3600 });
  const changes = rateLimit(deps, { name: 'password-change', max: 30, window: 60 });

  app.post('/reset/', asks, body(passwordResetSchema), async (c) => {
    const { email } = c.req.valid('json');
    if (!(await hasAnswer(c, deps))) await assertMayRequest(c, deps, 'password', email);
    return guestWrite<z.input<typeof passwordResetStartedSchema>>(c, deps, async (tx) => {
      await startReset(tx, deps, email);
      return { status: 202, body: { detail: sent } };
    });
  });

  app.post('/check/', opens, body(passwordLinkSchema), async (c) => {
    await userOfLink(deps.db, deps, c.req.valid('json'));
    c.header('Cache-Control', 'no-store');
    return c.body(null, 204);
  });

  app.post('/confirm/', opens, body(passwordConfirmSchema), async (c) => {
    const input = c.req.valid('json');
    assertTwice(input);
    const change = (await hasAnswer(c, deps)) ? null : await prepare(input, networkOf(c));
    return guestWrite(c, deps, async (tx) => {
      if (!change) throw linkExpired();
      const user = await lockUser(tx, change.userId);
      if (!(await spendLink(tx, deps, input.uid, user))) throw linkExpired();
      await setPassword(tx, deps, user, change.passwordHash, null);
      await endPause(tx, c, deps, change.email);
      rememberDevice(c, deps, change.email);
      return { body: null };
    });
  });

  const signedIn = requireUser(deps, { evenWithOldPassword: true });
  app.post('/change/', signedIn, changes, body(passwordChangeSchema), async (c) => {
    const input = c.req.valid('json');
    const { email, sessionId } = currentUser(c);
    assertTwice(input);
    let [shown, passwordHash]: [Shown | null, string] = [null, ''];
    if (!(await hasAnswer(c, deps))) {
      shown = await assertCurrentPassword(c, deps, input.current_password, 'current_password');
      assertGoodPassword(input.new_password, email, 'new_password');
      if (input.new_password === input.current_password) throw reused();
      passwordHash = await hashPassword(input.new_password, networkOf(c));
    }
    // The answer that is stored by key holds no tokens: a repeated call gets new ones of the same login.
    await write(c, deps, async (tx) => {
      await setPassword(tx, deps, await lockShown(tx, shown), passwordHash, sessionId);
      return { body: null };
    });
    const pair: Pair | null = await deps.db.transaction((tx) => renewSession(tx, deps, sessionId));
    if (!pair) throw unauthorized();
    return c.json(pair);
  });

  return app;
}

function assertTwice(input: { new_password: string; new_password_confirm: string }): void {
  if (input.new_password !== input.new_password_confirm)
    throw invalid({ new_password_confirm: ['確認用のパスワードが一致しません。'] });
}

function reused(): ApiError {
  const detail = '前回と同じパスワードは使えません。';
  return new ApiError(400, 'password_reused', detail, { fields: { new_password: [detail] } });
}
