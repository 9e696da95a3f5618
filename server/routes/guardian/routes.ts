import { Hono } from 'hono';
import * as z from 'zod/mini';
import {
  type guardianDecidedSchema,
  guardianDecisionSchema,
  guardianInputSchema,
  type guardianQuestionSchema,
  type guardianRequestedSchema,
} from '#contracts/profile.ts';
import { tokenField } from '#contracts/signup.ts';
import { clientIp } from '../../clientIp.ts';
import type { AppEnv, Deps } from '../../deps.ts';
import {
  askGuardian,
  assertMayAsk,
  decide,
  findQuestion,
  fullName,
  linkExpired,
} from '../../domain/guardian/store.ts';
import { invalid } from '../../errors.ts';
import { maskEmail } from '../../mail/limit.ts';
import { currentUser, requireUser } from '../../middleware/auth.ts';
import { body, params } from '../../middleware/parse.ts';
import { rateLimit } from '../../middleware/rateLimit.ts';
import { guestWrite, hasAnswer, write } from '../../middleware/write.ts';
import { guardianStatus } from '../../present/profile.ts';

const linkParams = z.object({ token: tokenField });

/** POST accounts/guardian/request/, GET and POST accounts/guardian/{token}/ (product.md 3.3). */
export function guardianRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const asks = rateLimit(deps, { name: 'guardian-request', max: 30, window: 60 });
  const opens = rateLimit(deps, { name: 'guardian-link', max: 60, window: 60 });

  app.post('/request/', requireUser(deps), asks, body(guardianInputSchema), async (c) => {
    const input = c.req.valid('json');
    const user = currentUser(c);
    if (!(await hasAnswer(c, deps))) await assertMayAsk(c, deps, user, input);
    return write<z.input<typeof guardianRequestedSchema>>(c, deps, async (tx) => {
      await askGuardian(tx, deps, user.id, input);
      return { status: 202, body: { status: 'requested', email_masked: maskEmail(input.email) } };
    });
  });

  app.get('/:token/', opens, params(linkParams), async (c) => {
    const found = await findQuestion(deps.db, deps, c.req.valid('param').token);
    if (!found) throw linkExpired();
    c.header('Cache-Control', 'no-store');
    const answer: z.input<typeof guardianQuestionSchema> = {
      learner_name: fullName(found.learner),
      guardian_name: found.guardian.name,
      status: guardianStatus(found.guardian, deps.clock.now()),
      expires_at: found.guardian.expires.toISOString(),
    };
    return c.json(answer);
  });

  app.post('/:token/', opens, params(linkParams), body(guardianDecisionSchema), async (c) => {
    const { decision, agree } = c.req.valid('json');
    if (decision === 'confirm' && !agree) throw invalid({ agree: ['同意が必要です。'] });
    const question = await findQuestion(deps.db, deps, c.req.valid('param').token);
    if (!question) throw linkExpired();
    const status = decision === 'confirm' ? 'confirmed' : 'declined';
    return guestWrite<z.input<typeof guardianDecidedSchema>>(c, deps, async (tx) => {
      await decide(tx, deps, question, status, clientIp(c, deps.config.trustedProxies));
      return { body: { status } };
    });
  });

  return app;
}
