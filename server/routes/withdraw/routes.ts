import { Hono } from 'hono';
import { withdrawSchema } from '#contracts/accountSettings.ts';
import type { AppEnv, Deps } from '../../deps.ts';
import { endOpenLinks, revokeOthers } from '../../domain/accounts/tokens.ts';
import { assertNothingOpen, cancelOpenOrders } from '../../domain/order/openOrders.ts';
import { endAllOf } from '../../domain/subscription/withdraw.ts';
import { withdrawnMail } from '../../domain/withdraw/mails.ts';
import { assertMember, markWithdrawn } from '../../domain/withdraw/store.ts';
import { queueMail } from '../../mail/queue.ts';
import { currentUser, requireUser } from '../../middleware/auth.ts';
import { assertCurrentPassword, lockShown, type Shown } from '../../middleware/currentPassword.ts';
import { body } from '../../middleware/parse.ts';
import { rateLimit } from '../../middleware/rateLimit.ts';
import { hasAnswer, write } from '../../middleware/write.ts';

/**
 * POST accounts/withdraw/ (product.md 3.3): every login ends at once, nobody can log in any more, and after 30 days the
 * account and all its data are erased (server/sweep.ts). The same key gets the same answer again: the first answer may
 * have got lost, and no login is left that could ask for the result. A member with unpaid orders is told so first, and
 * may have them canceled on the way (money.md 4.19).
 */
export function withdrawRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const calls = rateLimit(deps, { name: 'withdraw', max: 30, window: 60 });

  const mayAsk = requireUser(deps, { evenAfter: 'withdrawal' });

  app.post('/', mayAsk, calls, body(withdrawSchema), async (c) => {
    const { password, reason = '', cancel_orders = false } = c.req.valid('json');
    const { id } = currentUser(c);
    let shown: Shown | null = null;
    if (!(await hasAnswer(c, deps))) {
      await assertMember(deps.db, id);
      shown = await assertCurrentPassword(c, deps, password, 'password');
      if (cancel_orders) await cancelOpenOrders(deps, id);
    }
    return write(c, deps, async (tx) => {
      await endAllOf(tx, deps, id);
      await assertNothingOpen(tx, deps, id);
      const user = await lockShown(tx, shown);
      await markWithdrawn(tx, id, reason, new Date(deps.clock.now()));
      await revokeOthers(tx, deps, id, null, 'withdrawal');
      await endOpenLinks(tx, deps, id);
      await queueMail(tx, deps, withdrawnMail(deps.config.appUrl, user));
      return { body: null };
    });
  });

  return app;
}
