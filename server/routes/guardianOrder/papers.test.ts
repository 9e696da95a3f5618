import { asc, eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { consentSteps, consentVersion } from '#contracts/shopDocument.ts';
import type { GuardianOrder } from '#contracts/shopGuardian.ts';
import { users } from '../../db/schema/accounts.ts';
import { documents } from '../../db/schema/order.ts';
import { contractConsents } from '../../db/schema/paper.ts';
import { renderDue } from '../../domain/document/render.ts';
import { bodyOf, refusalOf } from '../../testing/answers.ts';
import { confirmCheckout, fillCart, home, openCheckout } from '../../testing/buyer.ts';
import type { TestApp } from '../../testing/createTestApp.ts';
import { setCourse } from '../../testing/goods.ts';
import {
  type Family,
  Guardian,
  linkPath,
  openFamily,
  storedAsk,
  storedOrder,
  tokenIn,
} from '../../testing/guardianOrders.ts';
import { takeMails } from '../../testing/mails.ts';
import { storeSeller } from '../../testing/paidOrders.ts';
import { textOfPdf } from '../../testing/pdfText.ts';

let family: Family;
let app: TestApp;
let guardian: Guardian;

beforeEach(async () => {
  family = await openFamily();
  ({ app } = family);
  guardian = new Guardian(family);
  await storeSeller(app);
});
afterEach(() => family.gateway.stop());

/** The learner orders a course for a year, above 50,000 yen, and has agreed to papers as PDF. */
async function askedDearly(): Promise<string> {
  const { child, product } = family;
  await setCourse(app.deps, product, { price: 59_800 });
  await fillCart(app, child, [product]);
  const offer = await openCheckout(app, child, { method: 'bank', address: home });
  const json = { steps: consentSteps, text_version: consentVersion };
  await app.call('POST', `/api/shop/checkout/${offer.checkout_id}/consent/`, { token: child.token, json });
  expect((await confirmCheckout(app, child, offer)).status).toBe(201);
  return tokenIn(await takeMails(app));
}

const outline = (token: string) => app.call('GET', linkPath(token, 'outline/'));
const papers = async () =>
  (await app.db.select({ kind: documents.kind }).from(documents).orderBy(asc(documents.id))).map(
    ({ kind }) => kind,
  );
const guardianSteps = async () =>
  (await app.db.select().from(contractConsents).orderBy(asc(contractConsents.id)))
    .filter(({ step }) => step.startsWith('guardian_'))
    .map(({ step, userId, orderId, textVersion }) => [step, userId, orderId, textVersion]);

describe('an order of somebody under 18 that needs papers about the contract', () => {
  it('row 108: has its outline before the guardian’s word, and the contract’s paper by it', async () => {
    const token = await askedDearly();
    expect(await papers()).toEqual(['outline']);
    expect((await guardian.seen(token)).order).toMatchObject({ needs_papers: true });
    expect((await outline(token)).status).toBe(202);
    await renderDue(app.deps);
    const read = await outline(token);
    expect([read.status, read.headers.get('Content-Type')]).toEqual([200, 'application/pdf']);
    expect((await textOfPdf(new Uint8Array(await read.arrayBuffer()))).join('')).toContain(
      'クーリング・オフ',
    );
    const approved = await guardian.approve(token, { steps: consentSteps, text_version: consentVersion });
    expect((await bodyOf<GuardianOrder>(approved)).status.state).toBe('approved');
    expect(await papers()).toEqual(['outline', 'contract']);
    const id = (await storedOrder(family))?.id;
    expect(await guardianSteps()).toEqual(consentSteps.map((step) => [`guardian_${step}`, null, id, 1]));
  });

  it('row 108: is not agreed to without every step, and nothing of the word is kept then', async () => {
    const token = await askedDearly();
    expect(await refusalOf(guardian.approve(token))).toBe('409 document_pending');
    const some = { steps: ['means', 'openable'], text_version: consentVersion };
    expect(await refusalOf(guardian.approve(token, some))).toBe('409 document_pending');
    expect(await storedAsk(family)).toMatchObject({ decision: null });
    expect([await guardianSteps(), await papers()]).toEqual([[], ['outline']]);
    expect((await storedOrder(family))?.status).toBe('awaiting_guardian');
  });

  it('gets the contract’s paper, too, when whoever ordered has come of age', async () => {
    const token = await askedDearly();
    await app.db.update(users).set({ birthDate: '1990-05-05' }).where(eq(users.id, family.child.id));
    const released = await guardian.approve(token, { steps: consentSteps });
    expect(released.status).toBe(200);
    expect(await storedAsk(family)).toMatchObject({ decision: 'released' });
    expect([await guardianSteps(), await papers()]).toEqual([[], ['outline', 'contract']]);
  });

  it('row 111: shows its outline to nobody once it was declined, nor through another link', async () => {
    const token = await askedDearly();
    await renderDue(app.deps);
    expect(await refusalOf(outline('A'.repeat(43)))).toBe('404 not_found');
    await guardian.decline(token);
    expect(await refusalOf(outline(token))).toBe('404 not_found');
    expect(await papers()).toEqual(['outline']);
  });
});
