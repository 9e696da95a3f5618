import type { Tx } from '../../db/client.ts';
import type { AttemptRow } from '../../db/schema/order.ts';
import type { Deps } from '../../deps.ts';
import { type AfterSlip, changeAttempt, fence, secretOf } from './attempts.ts';
import { addCommand, commandsOf, nextNumber } from './commands.ts';
import { sealValue } from './sealed.ts';

/** Nothing is called "not charged" before a search at least this long after the fence (money.md 4.7). */
const searchAfterMs = 3 * 60_000;

/**
 * Asks the gateway to cancel a slip, once for each time that somebody wants its end: a cancel that was refused before
 * is asked for anew. One that waits, is on its way or is not known yet is not asked for beside it (R2).
 */
async function askCancel(tx: Tx, deps: Pick<Deps, 'clock'>, attempt: AttemptRow): Promise<void> {
  const commands = await commandsOf(tx, attempt.id);
  if (commands.some(({ kind, state }) => kind === 'cancel_slip' && state !== 'done')) return;
  const n = await nextNumber(tx, attempt.id, 'cancel_slip');
  await addCommand(tx, attempt, 'cancel_slip', new Date(deps.clock.now()), { n });
}

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
  if (isSlip) await askCancel(tx, deps, fenced);
}
