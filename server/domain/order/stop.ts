import type { Tx } from '../../db/client.ts';
import type { AttemptRow } from '../../db/schema/order.ts';
import type { Deps } from '../../deps.ts';
import { type AfterSlip, changeAttempt, fence, secretOf } from './attempts.ts';
import { addCommand } from './commands.ts';
import { sealValue } from './sealed.ts';

/** Nothing is called "not charged" before a search at least this long after the fence (money.md 4.7). */
const searchAfterMs = 3 * 60_000;

/**
 * Begins to stop a live attempt, and notes what follows then: the order ends, or is paid in another way (money.md 4.12,
 * 4.13). From here on nothing that charges is sent for it. A slip is canceled at the gateway; a card before the bank's
 * page is searched for. The caller holds the order's lock and kicks the executor.
 */
export async function stopAttempt(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'keys'>,
  attempt: AttemptRow,
  after: AfterSlip,
): Promise<void> {
  const now = deps.clock.now();
  const { attempt: fenced } = await fence(tx, deps, attempt);
  const isSlip = fenced.state === 'slip';
  const kept = await secretOf(deps.keys, fenced);
  await changeAttempt(tx, deps, fenced, {
    secret: await sealValue(deps.keys, { ...kept, after }),
    ...(isSlip ? {} : { nextCheckAt: new Date(now + searchAfterMs) }),
  });
  if (isSlip) await addCommand(tx, fenced, 'cancel_slip', new Date(now));
}
