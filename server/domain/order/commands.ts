/**
 * Commands to the gateway (money.md 4.4): a command is stored in the transaction that needs it (outbox). After the
 * commit an executor sends it once (R2).
 */
import { and, desc, eq, max, sql } from 'drizzle-orm';
import { queryRows, type Tx } from '../../db/client.ts';
import { type AttemptRow, type CommandRow, gatewayCommands } from '../../db/schema/order.ts';
import { settings } from '../../db/schema/system.ts';
import type { Deps } from '../../deps.ts';

/** Commands that charge money or make a slip: never sent for a fenced attempt. */
export const chargingKinds = ['entry', 'exec', 'finish', 'issue_cvs', 'issue_bank'] as const;
/** Commands that take something back. */
const undoingKinds = ['cancel_slip', 'cancel_all', 'lower_amount'] as const;
export type CommandKind = (typeof chargingKinds)[number] | (typeof undoingKinds)[number];

/** Lease of a sent command for its sender, milliseconds; every call is shorter (money.md 4.4). */
export const leaseMs = 30_000;
/** Name of the operator's switch that holds back finish commands (money.md 8). */
export const pauseName = 'pause-charging';
/** Name of the switch that holds back everything: the books are behind the gateway (row 114 of money.md 7). */
export const holdName = 'money-hold';

/** Whether a command charges money or makes a slip. */
export const isCharging = (kind: CommandKind): boolean => (chargingKinds as readonly string[]).includes(kind);

/**
 * Adds a command for an attempt. `false`: it exists already (unique by attempt, kind and `n`), or it would charge and
 * the attempt is fenced. The caller holds the order's lock.
 */
export async function addCommand(
  tx: Tx,
  attempt: Pick<AttemptRow, 'id' | 'fencedAt'>,
  kind: CommandKind,
  at: Date,
  { n = 1, notBefore = at, refundId = null }: { n?: number; notBefore?: Date; refundId?: number | null } = {},
): Promise<boolean> {
  if (attempt.fencedAt !== null && isCharging(kind)) return false;
  const made = await tx
    .insert(gatewayCommands)
    .values({ attemptId: attempt.id, refundId, kind, n, state: 'ready', notBefore, created: at })
    .onConflictDoNothing()
    .returning({ id: gatewayCommands.id });
  return made.length > 0;
}

/** Commands of an attempt, the newest first. */
export function commandsOf(tx: Tx, attemptId: number): Promise<CommandRow[]> {
  return tx
    .select()
    .from(gatewayCommands)
    .where(eq(gatewayCommands.attemptId, attemptId))
    .orderBy(desc(gatewayCommands.id));
}

/** The number (`n`) of an attempt's next command of one kind, from 1. The caller holds the order's lock. */
export async function nextNumber(tx: Tx, attemptId: number, kind: CommandKind): Promise<number> {
  const ofKind = and(eq(gatewayCommands.attemptId, attemptId), eq(gatewayCommands.kind, kind));
  const [row] = await tx
    .select({ last: max(gatewayCommands.n) })
    .from(gatewayCommands)
    .where(ofKind);
  return (row?.last ?? 0) + 1;
}

/** A command that one executor has taken. */
export type Claimed = { id: number; attemptId: number; orderId: number; kind: CommandKind; n: number };

/**
 * Claims commands that are due: from this commit on they count as sent, before any byte leaves. Each is claimed by one
 * executor. While charging is paused, finish commands wait.
 */
export async function claimCommands(deps: Deps, most: number): Promise<Claimed[]> {
  const now = deps.clock.now();
  const at = sql`${new Date(now).toISOString()}::timestamptz`;
  const until = sql`${new Date(now + leaseMs).toISOString()}::timestamptz`;
  const charging = sql.join(
    chargingKinds.map((kind) => sql`${kind}`),
    sql`, `,
  );
  return queryRows<Claimed>(
    deps.db,
    sql`update gateway_commands as c set state = 'sent', sent_at = ${at}, lease_until = ${until}
        from payment_attempts as a
        where a.id = c.attempt_id and c.id in (
          select w.id from gateway_commands as w join payment_attempts as p on p.id = w.attempt_id
          where w.state = 'ready' and w.not_before <= ${at}
            and (p.fenced_at is null or w.kind not in (${charging}))
            and (w.kind <> 'finish' or not exists (select 1 from ${settings} where name = ${pauseName}))
            and not exists (select 1 from ${settings} where name = ${holdName})
          order by w.not_before, w.id limit ${most}::int for update of w skip locked)
        returning c.id, c.attempt_id as "attemptId", a.order_id as "orderId", c.kind, c.n`,
  );
}

/** The command, locked. Take the locks of the order and the attempt before. */
export async function lockCommand(tx: Tx, id: number): Promise<CommandRow> {
  const [row] = await tx.select().from(gatewayCommands).where(eq(gatewayCommands.id, id)).for('update');
  if (!row) throw new Error('command vanished');
  return row;
}

/** Ends a command, with its reply. */
export async function endCommand(
  tx: Tx,
  id: number,
  state: 'done' | 'unknown' | 'dropped',
  reply: Record<string, unknown>,
): Promise<void> {
  await tx.update(gatewayCommands).set({ state, leaseUntil: null, reply }).where(eq(gatewayCommands.id, id));
}

/** The command did not start: it may be sent again later. */
export async function postponeCommand(
  tx: Tx,
  id: number,
  notBefore: Date,
  reply: Record<string, unknown>,
): Promise<void> {
  await tx
    .update(gatewayCommands)
    .set({ state: 'ready', sentAt: null, leaseUntil: null, notBefore, reply })
    .where(eq(gatewayCommands.id, id));
}

/** A search has found out what was unknown. */
export async function resolveUnknown(tx: Tx, attemptId: number): Promise<void> {
  await tx
    .update(gatewayCommands)
    .set({ state: 'done' })
    .where(and(eq(gatewayCommands.attemptId, attemptId), eq(gatewayCommands.state, 'unknown')));
}

/** Sent commands whose lease has expired: their sender has died, or is very late (money.md 4.4). */
export async function overdueCommands(deps: Deps): Promise<Claimed[]> {
  const at = sql`${new Date(deps.clock.now()).toISOString()}::timestamptz`;
  return queryRows<Claimed>(
    deps.db,
    sql`select c.id, c.attempt_id as "attemptId", a.order_id as "orderId", c.kind, c.n
        from gateway_commands as c join payment_attempts as a on a.id = c.attempt_id
        where c.state = 'sent' and c.lease_until <= ${at} order by c.id limit 50`,
  );
}
