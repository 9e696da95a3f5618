import { eq } from 'drizzle-orm';
import type { z } from 'zod/mini';
import type { PayMethod } from '#contracts/shopCart.ts';
import type { guardianOrderSchema, guardianStatusSchema } from '#contracts/shopGuardian.ts';
import type { Db } from '../db/client.ts';
import { type UserRow, users } from '../db/schema/accounts.ts';
import type { Deps } from '../deps.ts';
import { openMethods } from '../domain/checkout/methods.ts';
import { hasPapers } from '../domain/document/contract.ts';
import { fullName } from '../domain/guardian/store.ts';
import { openAsked } from '../domain/guardianOrder/guardian.ts';
import { viewLimit } from '../domain/guardianOrder/limit.ts';
import { type Linked, linkState } from '../domain/guardianOrder/link.ts';
import { openBuyer } from '../domain/order/buyer.ts';
import { cardLockedUntil } from '../domain/order/cardLock.ts';
import { isGatewayDown } from '../domain/order/gatewayHealth.ts';
import { type OrderView, viewOrder } from '../domain/order/read.ts';
import { presentOrder, presentState } from './order.ts';

type StatusBody = z.input<typeof guardianStatusSchema>;
type OrderBody = z.input<typeof guardianOrderSchema>;

async function statusOf(
  db: Db,
  deps: Deps,
  linked: Linked,
  view: OrderView,
  from: string,
): Promise<StatusBody> {
  const now = deps.clock.now();
  const { order } = linked;
  const isCard = order.method === 'card' && order.status === 'failed' && order.userId !== null;
  const payer = { userId: order.userId ?? 0, from };
  const lockedUntil = isCard ? await cardLockedUntil(db, payer, now) : null;
  const { next, redirect_url, failure, error_code, is_uncharged, retry_at } = presentState(view, lockedUntil);
  return { state: linkState(linked, now), next, redirect_url, failure, error_code, is_uncharged, retry_at };
}

/** The payment state of an order, for somebody with its link; `from`: their network (`hashNetwork`). */
export async function presentGuardianStatus(
  db: Db,
  deps: Deps,
  linked: Linked,
  from: string,
): Promise<StatusBody> {
  return statusOf(db, deps, linked, await viewOrder(db, linked.order, deps.clock.now()), from);
}

/**
 * The methods by which a sum can be paid at this moment: not by card while the results of card payments are unknown
 * (money.md 7, row 58).
 */
async function methodsNow(db: Db, deps: Deps, total: number): Promise<PayMethod[]> {
  const open = openMethods(deps, total);
  return (await isGatewayDown(db)) ? open.filter((method) => method !== 'card') : open;
}

/** The buyer; `null`: their account is erased. The order keeps their name. */
async function learnerOf(db: Db, { order }: Linked): Promise<UserRow | null> {
  const [user] = order.userId === null ? [] : await db.select().from(users).where(eq(users.id, order.userId));
  return user ?? null;
}

/**
 * An order as its guardian sees it. Once it is paid, declined or over, the link shows only that, because it may have
 * been forwarded (money.md 7, row 111).
 */
export async function presentGuardianOrder(
  db: Db,
  deps: Deps,
  linked: Linked,
  from: string,
): Promise<OrderBody> {
  const { order, row } = linked;
  const now = deps.clock.now();
  const view = await viewOrder(db, order, now);
  const status = await statusOf(db, deps, linked, view, from);
  const learner = await learnerOf(db, linked);
  const limit = await viewLimit(db, deps, linked, learner?.birthDate ?? null);
  if (status.state !== 'asked' && status.state !== 'approved') return { status, order: null, limit };
  const { payment, can_retry } = presentOrder(view, now);
  return {
    status,
    order: {
      order_no: order.orderNo,
      learner_name: learner ? fullName(learner) : (await openBuyer(deps.keys, order)).name,
      guardian_name: (await openAsked(deps.keys, row)).name,
      items: view.items.map(({ name, paid }) => ({ name, paid })),
      total: order.total,
      confirm: order.confirmText,
      confirm_hash: order.confirmHash,
      until: order.dueAt?.toISOString() ?? null,
      method: order.method,
      payment,
      can_pay: can_retry,
      methods: await methodsNow(db, deps, order.total),
      needs_papers: await hasPapers(db, order.id),
      is_test: order.isTest,
      within_limit: row.limitYen !== null,
    },
    limit,
  };
}
