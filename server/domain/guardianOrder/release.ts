/** Opens an order that waited for a guardian for its payment (money.md 4.11). The caller holds the order's lock. */
import { eq } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { type GuardianOrderRow, guardianOrders } from '../../db/schema/guardianOrder.ts';
import type { OrderRow } from '../../db/schema/order.ts';
import type { Deps } from '../../deps.ts';
import { fileContractPapers, hasPapers } from '../document/contract.ts';
import { changeOrder } from '../order/close.ts';
import { orderMail } from '../order/mails.ts';
import { guardianMs } from './guardian.ts';

/** Where a decision came from: network (`hashNetwork`) and browser. */
export type Evidence = { from: string; browser: string };

/**
 * Opens an order for its payment, for seven days. Files its contract paper if it needs one, because the contract is
 * made now. An order that is open already stays as it is.
 */
export async function openForPayment(tx: Tx, deps: Deps, order: OrderRow): Promise<OrderRow> {
  if (order.status !== 'awaiting_guardian') return order;
  if (await hasPapers(tx, order.id)) await fileContractPapers(tx, deps, order, 'contract');
  return changeOrder(tx, deps, order, {
    status: 'confirmed',
    dueAt: new Date(deps.clock.now() + guardianMs),
  });
}

/** Stores the decision about an order, and keeps its link valid for the payment. */
export async function storeDecision(
  tx: Tx,
  deps: Deps,
  row: GuardianOrderRow,
  decided: {
    decision: NonNullable<GuardianOrderRow['decision']>;
    textHash?: string;
    /** Agreed to beforehand, by a limit of this many yen. */
    limitYen?: number;
  } & Partial<Evidence>,
): Promise<void> {
  const now = deps.clock.now();
  await tx
    .update(guardianOrders)
    .set({
      decision: decided.decision,
      decided: new Date(now),
      decidedFrom: decided.from ?? null,
      decidedWith: decided.browser ?? null,
      textHash: decided.textHash ?? row.textHash,
      limitYen: decided.limitYen ?? row.limitYen,
      expires: new Date(now + guardianMs),
    })
    .where(eq(guardianOrders.orderId, row.orderId));
}

/** The buyer has come of age: nobody else has to be asked, and they can pay the order themselves. */
export async function release(tx: Tx, deps: Deps, order: OrderRow, row: GuardianOrderRow): Promise<OrderRow> {
  await storeDecision(tx, deps, row, { decision: 'released' });
  const opened = await openForPayment(tx, deps, order);
  await orderMail(tx, deps, opened, 'guardian_released');
  return opened;
}
