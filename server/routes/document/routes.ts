import { Hono } from 'hono';
import * as z from 'zod/mini';
import {
  consentInputSchema,
  type consentSchema,
  consentSteps,
  type documentListSchema,
  receiptInputSchema,
} from '#contracts/shopDocument.ts';
import { clientNetwork } from '../../clientIp.ts';
import type { Db } from '../../db/client.ts';
import type { AppContext, AppEnv, Deps } from '../../deps.ts';
import { hashNetwork } from '../../domain/accounts/secrets.ts';
import { ownCheckout } from '../../domain/checkout/store.ts';
import {
  type Agreed,
  confirmReceived,
  consentsOf,
  keepConsents,
  noteOpened,
} from '../../domain/document/contract.ts';
import { outlineOfOffer } from '../../domain/document/contractFacts.ts';
import { sellerOf } from '../../domain/document/seller.ts';
import {
  askReceipt,
  assertPrintable,
  bytesOf,
  listDocuments,
  ownDocument,
  ownOrder,
  payerName,
} from '../../domain/document/store.ts';
import { fullName } from '../../domain/guardian/store.ts';
import { ApiError } from '../../errors.ts';
import { currentUser, requireUser } from '../../middleware/auth.ts';
import { body, params, query, rowId } from '../../middleware/parse.ts';
import { rateLimit } from '../../middleware/rateLimit.ts';
import { write } from '../../middleware/write.ts';
import { renderPaper } from '../../papers/renderPaper.ts';
import { presentDocument } from '../../present/document.ts';
import { pdfAnswer } from '../../present/pdfAnswer.ts';

const idParam = params(z.object({ id: rowId }));
const checkoutParam = params(z.object({ id: z.uuid() }));
const pdfQuery = z.object({ copy: z.optional(z.literal('reissue')) });
/** Seconds after which a client should ask again for a paper that is being made. */
const lookAgain = '2';

function agreed(c: AppContext, deps: Deps): Agreed {
  const from = hashNetwork(deps.keys, clientNetwork(c, deps.config.trustedProxies));
  return { userId: currentUser(c).id, from };
}

async function consentState(db: Db, checkoutId: string): Promise<z.input<typeof consentSchema>> {
  const given = await consentsOf(db, checkoutId);
  return { steps: given, is_complete: consentSteps.every((step) => given.includes(step)) };
}

/** 概要書面 for an offer, drawn at each request: it is stored only with the order. */
async function outlineOf(c: AppContext, deps: Deps, id: string): Promise<Uint8Array<ArrayBuffer>> {
  const user = currentUser(c);
  const { snapshot, created } = await ownCheckout(deps.db, user.id, id);
  const seller = await sellerOf(deps.db);
  if (!seller)
    throw new ApiError(409, 'document_pending', 'ただいま書面を用意できません。お問い合わせください。');
  const isTest = deps.gateway.capabilities.kind === 'scripted';
  const facts = outlineOfOffer(snapshot, seller, created.getTime(), isTest);
  const bytes = await renderPaper({ ...facts, name: fullName(user), honorific: '様', isReissue: false });
  return new Uint8Array(bytes);
}

/**
 * Papers of orders below /api/shop/ (money.md 4.17, 4.18): the request for a receipt, lists, the PDF itself, and the
 * steps of consent to contract papers. Other people's papers are 404.
 */
export function documentRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const signedIn = requireUser(deps);
  const reads = rateLimit(deps, { name: 'document', max: 120, window: 60 });
  // Drawing takes some tenths of a second of the server's processor.
  const draws = rateLimit(deps, { name: 'document-draw', max: 20, window: 600 });

  app.post('/order/:id/receipt/', signedIn, reads, idParam, body(receiptInputSchema), async (c) => {
    const { id } = c.req.valid('param');
    const input = c.req.valid('json');
    const userId = currentUser(c).id;
    // Reads a font at the first call, so it comes before the transaction.
    await assertPrintable(input.name);
    return write(c, deps, async (tx) => ({
      status: 202,
      body: presentDocument(await askReceipt(tx, deps, userId, id, input)),
    }));
  });

  app.get('/order/:id/document/', signedIn, reads, idParam, async (c) => {
    const order = await ownOrder(deps.db, currentUser(c).id, c.req.valid('param').id);
    const papers = await listDocuments(deps.db, order.id);
    c.header('Cache-Control', 'no-store');
    const answer: z.input<typeof documentListSchema> = {
      results: papers.map(presentDocument),
      payer_name: await payerName(deps, order),
    };
    return c.json(answer);
  });

  app.get('/document/:id/', signedIn, reads, idParam, query(pdfQuery), async (c, next) => {
    const paper = await ownDocument(deps.db, currentUser(c).id, c.req.valid('param').id);
    if (c.req.valid('query').copy === 'reissue' && paper.made !== null) return next();
    const bytes = paper.made === null ? null : await bytesOf(deps.db, paper.id);
    if (bytes === null) {
      c.header('Cache-Control', 'no-store');
      c.header('Retry-After', lookAgain);
      return c.json(presentDocument(paper), 202);
    }
    await noteOpened(deps.db, deps, paper.id);
    return pdfAnswer(c, bytes, paper.number);
  });

  // The same facts again, marked 「再発行」. It comes after the route above, which passes only such calls on.
  app.get('/document/:id/', signedIn, draws, idParam, async (c) => {
    const { facts, name, honorific, number, id } = await ownDocument(
      deps.db,
      currentUser(c).id,
      c.req.valid('param').id,
    );
    const bytes = await renderPaper({
      ...facts,
      name: name ?? '',
      honorific: honorific ?? '様',
      isReissue: true,
    });
    await noteOpened(deps.db, deps, id);
    return pdfAnswer(c, new Uint8Array(bytes), number);
  });

  app.post('/document/:id/received/', signedIn, reads, idParam, (c) => {
    const { id } = c.req.valid('param');
    return write(c, deps, async (tx) => ({
      body: presentDocument(await confirmReceived(tx, deps, id, agreed(c, deps))),
    }));
  });

  app.get('/checkout/:id/outline/', signedIn, draws, checkoutParam, async (c) =>
    pdfAnswer(c, await outlineOf(c, deps, c.req.valid('param').id), 'outline'),
  );

  app.get('/checkout/:id/consent/', signedIn, reads, checkoutParam, async (c) => {
    const { id } = await ownCheckout(deps.db, currentUser(c).id, c.req.valid('param').id);
    c.header('Cache-Control', 'no-store');
    return c.json(await consentState(deps.db, id));
  });

  app.post('/checkout/:id/consent/', signedIn, reads, checkoutParam, body(consentInputSchema), (c) => {
    const { id } = c.req.valid('param');
    const { steps } = c.req.valid('json');
    return write(c, deps, async (tx) => {
      await ownCheckout(tx, currentUser(c).id, id);
      await keepConsents(tx, deps, id, steps, agreed(c, deps));
      return { body: await consentState(tx, id) };
    });
  });

  return app;
}
