import { Hono } from 'hono';
import * as z from 'zod/mini';
import {
  inquiryInputSchema,
  inquiryLinkSchema,
  type inquiryLinkSentSchema,
  type inquiryOpenedSchema,
  inquiryOpenSchema,
  messageInputSchema,
} from '#contracts/support.ts';
import type { Tx } from '../../db/client.ts';
import type { InquiryRow } from '../../db/schema/support.ts';
import { transaction } from '../../db/transaction.ts';
import type { AppContext, AppEnv, Deps } from '../../deps.ts';
import { assertMayAsk } from '../../domain/contact/limit.ts';
import { fullName } from '../../domain/guardian/store.ts';
import {
  addMessage,
  closeInquiry,
  listInquiries,
  openInquiry,
  openLink,
  readInquiry,
  reopenInquiry,
  sendLink,
} from '../../domain/inquiry/store.ts';
import { ApiError } from '../../errors.ts';
import { assertMayMail } from '../../mail/limit.ts';
import { currentUser, optionalUser, requireUser } from '../../middleware/auth.ts';
import { requireInquiry } from '../../middleware/mailedLink.ts';
import { envelope, pageField } from '../../middleware/paging.ts';
import { body, params, query } from '../../middleware/parse.ts';
import { rateLimit } from '../../middleware/rateLimit.ts';
import { guestWrite, hasAnswer, write } from '../../middleware/write.ts';

const idParam = params(z.object({ id: z.uuid() }));
const linkSent = '受付番号とメールアドレスが一致する場合、確認のメールを送信しました。';

/**
 * /api/support/inquiry/ (product.md 3.4): a member's threads, and any thread for a caller who opened its mailed link.
 * `link` and `open` are our own additions: they send that link and open it. A request for a link gets the same answer,
 * whatever was typed.
 */
export function inquiryRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const signedIn = requireUser(deps);
  const anybody = optionalUser(deps);
  const reads = rateLimit(deps, { name: 'inquiry', max: 120, window: 60 });
  const links = rateLimit(deps, { name: 'inquiry-link', max: 60, window: 3600 });

  app.get('/', signedIn, reads, query(z.object({ page: pageField })), async (c) => {
    const { page } = c.req.valid('query');
    const { count, results } = await listInquiries(deps.db, currentUser(c).id, page);
    c.header('Cache-Control', 'no-store');
    return c.json({ ...envelope(c.req.url, page, count), results });
  });

  app.post('/', signedIn, reads, body(inquiryInputSchema), async (c) => {
    const { id, email, familyName, givenName } = currentUser(c);
    const input = { ...c.req.valid('json'), name: fullName({ familyName, givenName, email }), email };
    if (!(await hasAnswer(c, deps))) await assertMayAsk(c, deps, email);
    return write(c, deps, async (tx) => {
      const inquiry = await openInquiry(tx, deps, id, input);
      return { status: 201, body: await readInquiry(tx, deps, inquiry.id) };
    });
  });

  app.post('/link/', links, body(inquiryLinkSchema), async (c) => {
    const { number, email } = c.req.valid('json');
    if (!(await hasAnswer(c, deps))) await assertMayMail(c, deps, 'inquiry', email);
    return guestWrite<z.input<typeof inquiryLinkSentSchema>>(c, deps, async (tx) => {
      await sendLink(tx, deps, number, email);
      return { status: 202, body: { detail: linkSent } };
    });
  });

  // Its answer is a secret, so it is not stored by key; instead the token itself may be sent again for a minute.
  app.post('/open/', links, body(inquiryOpenSchema), async (c) => {
    const { token } = c.req.valid('json');
    const opened = await transaction(deps.db, (tx) => openLink(tx, deps, token));
    if (!opened) throw new ApiError(410, 'link_expired', 'リンクの有効期限が切れているか、使用済みです。');
    const { id, access, expires } = opened;
    const answer: z.input<typeof inquiryOpenedSchema> = { id, access, expires_at: expires.toISOString() };
    c.header('Cache-Control', 'no-store');
    return c.json(answer);
  });

  app.get('/:id/', anybody, reads, idParam, async (c) => {
    const { id } = await requireInquiry(c, deps, c.req.valid('param').id);
    c.header('Cache-Control', 'no-store');
    return c.json(await readInquiry(deps.db, deps, id));
  });

  /** A change of a thread by somebody who may see it; answers the thread. */
  const change = async (
    c: AppContext,
    id: string,
    run: (tx: Tx, inquiry: InquiryRow) => Promise<void>,
    status?: 201,
  ) => {
    const inquiry = await requireInquiry(c, deps, id);
    return guestWrite(c, deps, async (tx) => {
      await run(tx, inquiry);
      return { ...(status ? { status } : {}), body: await readInquiry(tx, deps, inquiry.id) };
    });
  };

  app.post('/:id/message/', anybody, reads, idParam, body(messageInputSchema), (c) => {
    const userId = c.get('user')?.id ?? null;
    const input = c.req.valid('json');
    return change(
      c,
      c.req.valid('param').id,
      (tx, inquiry) => addMessage(tx, deps, inquiry, userId, input),
      201,
    );
  });

  app.post('/:id/close/', anybody, reads, idParam, (c) =>
    change(c, c.req.valid('param').id, (tx, inquiry) => closeInquiry(tx, deps, inquiry)),
  );

  app.post('/:id/reopen/', anybody, reads, idParam, (c) =>
    change(c, c.req.valid('param').id, (tx, inquiry) => reopenInquiry(tx, deps, inquiry)),
  );

  return app;
}
