import type { Tx } from '../../db/client.ts';
import { moneyAudit } from '../../db/schema/refund.ts';
import type { Deps } from '../../deps.ts';

/** The member of the staff who acts, and the reason; every act needs both (money.md 8). */
export type Staff = { actor: string; why: string };

type Facts = Record<string, unknown>;

/**
 * Notes an act of the staff, or a look at personal data, in the same transaction. It never contains personal data
 * itself.
 */
export async function audit(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'log'>,
  { actor, why }: Staff,
  done: { act: string; orderId?: number | null; before?: Facts; after?: Facts },
): Promise<void> {
  const { act, orderId = null, before = null, after = null } = done;
  deps.log.info('money_act', { act, order: orderId });
  await tx
    .insert(moneyAudit)
    .values({ at: new Date(deps.clock.now()), actor, why, act, orderId, before, after });
}

/** A mistake of the staff, in Japanese, that says what to do. Nothing was changed. */
export class StaffError extends Error {
  override name = 'StaffError';
}
