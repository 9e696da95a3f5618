/** Bank accounts for refunds by transfer (money.md 4.9): given by the buyer, sealed, and shown to the operator once. */
import { and, asc, eq, inArray, isNotNull, lt, notExists, or, sql } from 'drizzle-orm';
import type { RefundAccountInput } from '#contracts/shopRefund.ts';
import type { Db, Tx } from '../../db/client.ts';
import { type OrderRow, orders } from '../../db/schema/order.ts';
import { type RefundRow, refunds } from '../../db/schema/refund.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import { openSealed, sealValue } from '../order/sealed.ts';
import { japaneseDay } from '../watchhistory/studyTime.ts';
import { disputesOf } from './facts.ts';
import { refundMailAgain } from './mails.ts';
import { changeRefund, refundsOf } from './store.ts';

const day = 86_400_000;
/** Days after a payout for which its account is kept (money.md 2). */
const keptDays = 30;

/** Whether an account may be given, or given anew: the operator has not taken it yet. */
export function takesAccount({ state, via }: Pick<RefundRow, 'state' | 'via'>): boolean {
  return via === 'transfer' && (state === 'needs_account' || state === 'ready');
}

/** Stores the account for every refund of an order that waits for one. 409 `not_refundable` when none does. */
export async function saveAccount(
  tx: Tx,
  deps: Deps,
  order: OrderRow,
  account: RefundAccountInput,
): Promise<void> {
  const waiting = (await refundsOf(tx, order.id)).filter(takesAccount);
  if (waiting.length === 0)
    throw new ApiError(
      409,
      'not_refundable',
      '口座を登録する返金がありません。お振り込みの手続きが始まっているときは、お問い合わせください。',
    );
  const sealed = await sealValue(deps.keys, account);
  const accountAt = new Date(deps.clock.now());
  for (const refund of waiting)
    await changeRefund(tx, deps, refund, { account: sealed, accountAt, state: 'ready' });
}

/** The last digits of an account that was given, for its buyer; `null`: none. */
export async function accountTail(deps: Pick<Deps, 'keys'>, { account }: RefundRow): Promise<string | null> {
  if (account === null) return null;
  return (await openSealed<RefundAccountInput>(deps.keys, account)).number.slice(-3);
}

export type Transfer = { refund: RefundRow; orderNo: string; account: RefundAccountInput };

/**
 * Opens the accounts of all transfers that can be made, only once: whoever takes them makes the transfers. What was
 * decided before a chargeback waits for the card company: its buyer may have the money already. Money that came twice
 * is not part of that. `isTest`: only those of test orders, for which nobody paid anything, instead of the others.
 */
export async function takeTransfers(tx: Tx, deps: Deps, isTest: boolean): Promise<Transfer[]> {
  const rows = await tx
    .select({ refund: refunds, orderNo: orders.orderNo })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(
      and(
        eq(refunds.state, 'ready'),
        isNotNull(refunds.account),
        eq(orders.isTest, isTest),
        or(eq(refunds.kind, 'duplicate'), notExists(disputesOf(tx, orders.id))),
      ),
    )
    .orderBy(asc(refunds.id))
    .for('update', { of: refunds });
  const exportedAt = new Date(deps.clock.now());
  const taken: Transfer[] = [];
  for (const { refund, orderNo } of rows) {
    const account = await openSealed<RefundAccountInput>(deps.keys, refund.account ?? '');
    taken.push({
      refund: await changeRefund(tx, deps, refund, { state: 'exported', exportedAt }),
      orderNo,
      account,
    });
  }
  return taken;
}

/**
 * The bank has returned a transfer: its account is deleted, and the buyer is asked for another one. Nothing was posted
 * for it. `false`: it is not a transfer that was taken and not noted as paid. The caller holds the order's lock.
 */
export async function takeBackTransfer(
  tx: Tx,
  deps: Deps,
  order: OrderRow,
  refund: RefundRow,
): Promise<boolean> {
  if (refund.via !== 'transfer' || refund.state !== 'exported') return false;
  const waiting = await changeRefund(tx, deps, refund, {
    state: 'needs_account',
    account: null,
    accountAt: null,
    exportedAt: null,
  });
  await refundMailAgain(tx, deps, order, waiting, 'returned');
  return true;
}

/** Whether `takeTransfers` has had its effect: the database notes these refunds as taken at that moment. */
export async function wereTaken(db: Db, taken: readonly Transfer[]): Promise<boolean> {
  const ids = taken.map(({ refund }) => refund.id);
  const rows = await db.select().from(refunds).where(inArray(refunds.id, ids));
  const at = (id: number) => rows.find((row) => row.id === id)?.exportedAt?.getTime();
  return taken.every(({ refund }) => at(refund.id) === refund.exportedAt?.getTime());
}

/**
 * Deletes accounts 30 days after the payout, and the names of transferrers with them: 30 days after the last deposit,
 * once nothing of its order waits to be given back or matched.
 */
export async function forgetAccounts({ db, clock }: { db: Db; clock: Deps['clock'] }): Promise<void> {
  const before = new Date(clock.now() - keptDays * day);
  await db
    .update(refunds)
    .set({ account: null })
    .where(and(inArray(refunds.state, ['done']), isNotNull(refunds.account), lt(refunds.done, before)));
  await db.execute(sql`
    update payment_attempts as a
    set deposits = (select jsonb_agg(d || '{"payer": ""}'::jsonb) from jsonb_array_elements(a.deposits) d)
    where a.state not in ('ready', 'entered', 'challenged', 'slip')
      and exists (select 1 from jsonb_array_elements(a.deposits) d where d ->> 'payer' <> '')
      and (select max(d ->> 'on') from jsonb_array_elements(a.deposits) d) < ${japaneseDay(before.getTime())}
      and not exists (select 1 from refunds r where r.order_id = a.order_id
        and (r.state in ('proposed', 'requested', 'needs_account', 'ready', 'exported')
          or r.done >= ${before.toISOString()}::timestamptz))
      and not exists (select 1 from money_tasks t where t.attempt_id = a.id and t.done is null and t.kind <> 'refund_transfer')`);
}
