import { Hono } from 'hono';
import type { z } from 'zod/mini';
import {
  emailChangeSchema,
  type emailChangeStartedSchema,
  emailConfirmSchema,
} from '#contracts/accountSettings.ts';
import { transaction } from '../../db/transaction.ts';
import type { AppEnv, Deps } from '../../deps.ts';
import { finishChange, startChange, tryCode } from '../../domain/email/store.ts';
import { invalid } from '../../errors.ts';
import { assertMayMail, maskEmail } from '../../mail/limit.ts';
import { currentUser, requireUser } from '../../middleware/auth.ts';
import { assertCurrentPassword, lockShown, type Shown } from '../../middleware/currentPassword.ts';
import { body } from '../../middleware/parse.ts';
import { rateLimit } from '../../middleware/rateLimit.ts';
import { hasAnswer, write } from '../../middleware/write.ts';
import { readUser } from '../../present/profile.ts';

/** POST accounts/email/change/, …/confirm/ (product.md 3.3). */
export function emailRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const signedIn = requireUser(deps);
  const calls = rateLimit(deps, { name: 'email', max: 30, window: 60 });

  app.post('/change/', signedIn, calls, body(emailChangeSchema), async (c) => {
    const { new_email: newEmail, password } = c.req.valid('json');
    const { id, email } = currentUser(c);
    let shown: Shown | null = null;
    if (!(await hasAnswer(c, deps))) {
      if (newEmail === email) throw invalid({ new_email: ['現在と同じメールアドレスです。'] });
      shown = await assertCurrentPassword(c, deps, password, 'password');
      await assertMayMail(c, deps, 'email', newEmail);
    }
    return write<z.input<typeof emailChangeStartedSchema>>(c, deps, async (tx) => {
      await lockShown(tx, shown);
      await startChange(tx, deps, id, newEmail);
      return { status: 202, body: { email_masked: maskEmail(newEmail) } };
    });
  });

  app.post('/confirm/', signedIn, calls, body(emailConfirmSchema), async (c) => {
    const { code } = c.req.valid('json');
    const { id } = currentUser(c);
    if (!(await hasAnswer(c, deps))) {
      const refusal = await transaction(deps.db, (tx) => tryCode(tx, deps, id, code));
      if (refusal) throw refusal;
    }
    return write(c, deps, async (tx) => {
      await finishChange(tx, deps, id, code);
      return { body: await readUser(tx, deps, id) };
    });
  });

  return app;
}
