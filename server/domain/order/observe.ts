/**
 * Searches for the results of attempts (money.md 4.7): claims those that are due, asks the gateway, and applies the
 * answer.
 */
import { and, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import { type Db, queryRows } from '../../db/client.ts';
import { type AttemptRow, paymentAttempts } from '../../db/schema/order.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { failureFields } from '../../failureText.ts';
import type { Access, Observation } from '../../payment/port.ts';
import { changeAttempt, lockAttempt, searchBy } from './attempts.ts';
import { isGatewayDown, noteAnswer } from './gatewayHealth.ts';
import { kickMoney } from './kick.ts';
import { lockOrder } from './lock.ts';
import { openSealed } from './sealed.ts';
import { applySeen, applyUnseen } from './seen.ts';
import { workOff } from './workOff.ts';

/** Attempts claimed at a time, and the length of their lease, milliseconds. */
const batch = 4;
const leaseMs = 60_000;
/**
 * Least pause between two searches that a page causes; also the least time at the bank's page before a search
 * (money.md 4.5, 4.7).
 */
const pollPauseMs = 20_000;
const challengePollMs = 60_000;

type Claimed = { id: number; orderId: number };

function claim({ db, clock }: Deps): Promise<Claimed[]> {
  const now = sql`${new Date(clock.now()).toISOString()}::timestamptz`;
  const until = sql`${new Date(clock.now() + leaseMs).toISOString()}::timestamptz`;
  return queryRows<Claimed>(
    db,
    sql`update payment_attempts set next_check_at = ${until}
        where id in (select id from payment_attempts where next_check_at <= ${now}
          order by next_check_at, id limit ${batch}::int for update skip locked)
        returning id, order_id as "orderId"`,
  );
}

async function readAttempt(db: Db, id: number): Promise<AttemptRow> {
  const [row] = await db.select().from(paymentAttempts).where(eq(paymentAttempts.id, id));
  if (!row) throw new Error('attempt vanished');
  return row;
}

/**
 * Who sent how much to an attempt's own bank account, for the operator. Read only when the gateway has more than we
 * knew.
 */
async function depositsOf(deps: Deps, attempt: AttemptRow, seen: Observation | null) {
  const isMore = attempt.method === 'bank' && seen !== null && seen.receivedTotal > attempt.received;
  if (!isMore || attempt.access === null) return null;
  const access = await openSealed<Access>(deps.keys, attempt.access);
  const answer = await deps.gateway.transfers({ gatewayOrderId: attempt.gatewayOrderId, access });
  if (answer.kind !== 'ok') return null;
  return answer.transfers.map(({ amount, on, payer }) => ({ amount, on, payer }));
}

/** Whether a search was asked for while another one was under way: its answer may be older than what was heard. */
function isSooner(asked: Date | null, planned: Date | null): asked is Date {
  return asked !== null && (planned === null || asked < planned);
}

/** Searches for one attempt and applies the answer; until then outside of any transaction (R1). */
export async function observeAttempt(deps: Deps, { id, orderId }: Claimed): Promise<void> {
  const attempt = await readAttempt(deps.db, id);
  if (attempt.method === 'none') return;
  const { gatewayOrderId, method } = attempt;
  const answer = await deps.gateway.search({ gatewayOrderId, method });
  const deposits = answer.kind === 'ok' ? await depositsOf(deps, attempt, answer.observation) : null;
  if (answer.kind === 'ok' && (await isGatewayDown(deps.db))) await noteAnswer(deps.db);
  await transaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const locked = await lockAttempt(tx, id);
    const current = deposits === null ? locked : await changeAttempt(tx, deps, locked, { deposits });
    if (answer.kind === 'ok') await applySeen(tx, deps, order, current, answer.observation);
    else await applyUnseen(tx, deps, order, current);
    if (isSooner(locked.nextCheckAt, attempt.nextCheckAt)) await searchBy(tx, id, locked.nextCheckAt);
  });
  kickMoney(deps);
}

/** Searches for everything that is due now. Safe in several processes: each attempt is claimed by one of them. */
export async function observeDue(deps: Deps, signal = new AbortController().signal): Promise<void> {
  await workOff(
    signal,
    () => claim(deps),
    (one) => observeAttempt(deps, one),
    ({ id }, error) => deps.log.error('money_observe_failed', { attempt: id, ...failureFields(error) }),
  );
}

/**
 * A page asks for the state of an order. An attempt whose state is unknown, or that has been at the bank's page for a
 * minute, is searched for soon, but not more often than every 20 s. Cheap when there is nothing to do; for reads,
 * outside of transactions.
 */
export async function pokeOrder({ db, clock }: Pick<Deps, 'db' | 'clock'>, orderId: number): Promise<void> {
  const now = clock.now();
  const isOpen = or(
    eq(paymentAttempts.isUnknown, true),
    and(
      eq(paymentAttempts.state, 'challenged'),
      lte(paymentAttempts.challengedAt, new Date(now - challengePollMs)),
    ),
  );
  const isLong = or(
    isNull(paymentAttempts.checkedAt),
    lte(paymentAttempts.checkedAt, new Date(now - pollPauseMs)),
  );
  const poked = await db
    .update(paymentAttempts)
    .set({ nextCheckAt: new Date(now) })
    .where(
      and(
        eq(paymentAttempts.orderId, orderId),
        inArray(paymentAttempts.state, ['ready', 'entered', 'challenged', 'slip', 'extra']),
        isOpen,
        isLong,
        gt(paymentAttempts.nextCheckAt, new Date(now)),
      ),
    )
    .returning({ id: paymentAttempts.id });
  if (poked.length > 0) kickMoney({ db });
}
