import { Hono } from 'hono';
import type { z } from 'zod/mini';
import { type contactedSchema, contactInputSchema } from '#contracts/support.ts';
import type { AppEnv, Deps } from '../../deps.ts';
import { assertMayAsk } from '../../domain/contact/limit.ts';
import { openInquiry } from '../../domain/inquiry/store.ts';
import { maskEmail } from '../../mail/limit.ts';
import { optionalUser } from '../../middleware/auth.ts';
import { body } from '../../middleware/parse.ts';
import { rateLimit } from '../../middleware/rateLimit.ts';
import { guestWrite, hasAnswer } from '../../middleware/write.ts';

/** POST /api/support/contact/ (product.md 3.4): for everybody; a member's question appears among their inquiries. */
export function contactRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const calls = rateLimit(deps, { name: 'contact', max: 30, window: 3600 });

  app.post('/', optionalUser(deps), calls, body(contactInputSchema), async (c) => {
    const input = c.req.valid('json');
    if (!(await hasAnswer(c, deps))) await assertMayAsk(c, deps, input.email);
    return guestWrite<z.input<typeof contactedSchema>>(c, deps, async (tx) => {
      const { id, number, email } = await openInquiry(tx, deps, c.get('user')?.id ?? null, input);
      return { status: 201, body: { id, number, email_masked: maskEmail(email) } };
    });
  });

  return app;
}
