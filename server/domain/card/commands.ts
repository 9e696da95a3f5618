/**
 * Commands to the gateway about cards (money.md 4.4, 4.14a): stored in the transaction that needs them, sent once after
 * it (outbox). None of them moves money.
 */
import { and, eq, sql } from 'drizzle-orm';
import { queryRows, type Tx } from '../../db/client.ts';
import { type CommandRow, gatewayCommands } from '../../db/schema/order.ts';
import type { CardRow } from '../../db/schema/subscription.ts';
import type { Deps } from '../../deps.ts';
import { leaseMs } from '../order/commands.ts';

export type CardCommandKind =
  | 'card_entry'
  | 'card_exec'
  | 'card_finish'
  | 'card_member'
  | 'card_keep'
  | 'card_delete';

/** Adds a command for a card; `false`: it was there already. */
export async function addCardCommand(
  tx: Tx,
  card: Pick<CardRow, 'id'>,
  kind: CardCommandKind,
  at: Date,
  { n = 1, notBefore = at }: { n?: number; notBefore?: Date } = {},
): Promise<boolean> {
  const made = await tx
    .insert(gatewayCommands)
    .values({ cardId: card.id, kind, n, state: 'ready', notBefore, created: at })
    .onConflictDoNothing()
    .returning({ id: gatewayCommands.id });
  return made.length > 0;
}

/** How many commands of a kind a card had: the number of the last one. */
export async function lastCommand(tx: Tx, cardId: number, kind: CardCommandKind): Promise<number> {
  const [row] = await tx
    .select({ n: sql<number>`coalesce(max(${gatewayCommands.n}), 0)::int` })
    .from(gatewayCommands)
    .where(and(eq(gatewayCommands.cardId, cardId), eq(gatewayCommands.kind, kind)));
  return row?.n ?? 0;
}

/** The newest unknown command of a card; `null`: nothing is unknown. */
export async function unknownCommand(tx: Tx, cardId: number): Promise<CommandRow | null> {
  const [row] = await tx
    .select()
    .from(gatewayCommands)
    .where(and(eq(gatewayCommands.cardId, cardId), eq(gatewayCommands.state, 'unknown')))
    .orderBy(sql`${gatewayCommands.id} desc`)
    .limit(1);
  return row ?? null;
}

/** A search has found out what was unknown. */
export async function resolveCardUnknown(tx: Tx, cardId: number): Promise<void> {
  await tx
    .update(gatewayCommands)
    .set({ state: 'done' })
    .where(and(eq(gatewayCommands.cardId, cardId), eq(gatewayCommands.state, 'unknown')));
}

/** A command that one executor has taken. */
export type ClaimedCard = { id: number; cardId: number; kind: CardCommandKind; n: number };

/** Takes commands of cards that are due; each is taken by one executor. */
export function claimCardCommands(deps: Deps, most: number): Promise<ClaimedCard[]> {
  const now = deps.clock.now();
  const at = sql`${new Date(now).toISOString()}::timestamptz`;
  const until = sql`${new Date(now + leaseMs).toISOString()}::timestamptz`;
  return queryRows<ClaimedCard>(
    deps.db,
    sql`update gateway_commands as c set state = 'sent', sent_at = ${at}, lease_until = ${until}
        where c.id in (
          select w.id from gateway_commands as w
          where w.state = 'ready' and w.card_id is not null and w.not_before <= ${at}
          order by w.not_before, w.id limit ${most}::int for update skip locked)
        returning c.id, c.card_id as "cardId", c.kind, c.n`,
  );
}

/** Sent commands of cards whose sender has died or is very late. */
export function overdueCardCommands(deps: Deps): Promise<ClaimedCard[]> {
  const at = sql`${new Date(deps.clock.now()).toISOString()}::timestamptz`;
  return queryRows<ClaimedCard>(
    deps.db,
    sql`select id, card_id as "cardId", kind, n from gateway_commands
        where state = 'sent' and card_id is not null and lease_until <= ${at} order by id limit 50`,
  );
}
