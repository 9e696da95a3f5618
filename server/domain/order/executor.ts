/**
 * The executor (money.md 4.4): ① claims a command, which counts as sent from that commit on, ② talks to the gateway
 * outside of any transaction, ③ stores the result in one transaction. If the process dies between ① and ③, the result
 * is unknown: the command is never sent again, only searched for (R2).
 */
import { eq } from 'drizzle-orm';
import { gatewayCommands, paymentAttempts } from '../../db/schema/order.ts';
import type { Deps } from '../../deps.ts';
import { failureFields } from '../../failureText.ts';
import { applyLeaseEnd, applyOutcome } from './apply.ts';
import { type Claimed, claimCommands, isCharging, overdueCommands } from './commands.ts';
import { isAnswer, isDownNow, noteAnswer } from './gatewayHealth.ts';
import { sendCommand } from './send.ts';
import { workOff } from './workOff.ts';

/** Commands in flight of one process (money.md 3.1). */
const atOnce = 4;

/**
 * Sends a claimed command and stores its result. A process may have slept since it claimed the command: when the lease
 * is over, others have called the result unknown and may have proven that nothing was charged, so nothing is sent any
 * more; nor is anything that charges, once its attempt is fenced (R2, R4). The end of the lease does the rest.
 */
export async function sendClaimed(deps: Deps, command: Claimed): Promise<void> {
  const [read] = await deps.db
    .select({
      attempt: paymentAttempts,
      state: gatewayCommands.state,
      until: gatewayCommands.leaseUntil,
      isDown: isDownNow,
    })
    .from(gatewayCommands)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, gatewayCommands.attemptId))
    .where(eq(gatewayCommands.id, command.id));
  if (!read) throw new Error('command vanished');
  const { attempt, state, until, isDown } = read;
  const isLeased = state === 'sent' && until !== null && until.getTime() > deps.clock.now();
  if (!isLeased || (attempt.fencedAt !== null && isCharging(command.kind))) return;
  const outcome = await sendCommand(deps, command, attempt);
  if (isDown && isAnswer(outcome)) await noteAnswer(deps.db);
  await applyOutcome(deps, command, outcome);
}

/** A command that fails is left to its lease; the others go on. */
function noteFailure({ log }: Deps, { id }: Claimed, error: unknown): void {
  log.error('money_command_failed', { command: id, ...failureFields(error) });
}

/** Ends commands whose sender has died: their result is unknown. */
export async function endLeases(deps: Deps): Promise<void> {
  for (const command of await overdueCommands(deps)) {
    await applyLeaseEnd(deps, command).catch((error: unknown) => noteFailure(deps, command, error));
  }
}

/** Sends every command that is due, and what follows from the replies. Safe in several processes. */
export async function runCommands(deps: Deps, signal = new AbortController().signal): Promise<void> {
  await endLeases(deps);
  await workOff(
    signal,
    () => claimCommands(deps, atOnce),
    (command) => sendClaimed(deps, command),
    (command, error) => noteFailure(deps, command, error),
  );
}
