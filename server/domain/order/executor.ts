/**
 * The executor (money.md 4.4): ① claims a command, which counts as sent from that commit on, ② talks to the gateway
 * outside of any transaction, ③ stores the result in one transaction. If the process dies between ① and ③, the result
 * is unknown: the command is never sent again, only searched for (R2).
 */
import { eq } from 'drizzle-orm';
import { paymentAttempts } from '../../db/schema/order.ts';
import type { Deps } from '../../deps.ts';
import { failureFields } from '../../failureText.ts';
import { applyLeaseEnd, applyOutcome } from './apply.ts';
import { type Claimed, claimCommands, overdueCommands } from './commands.ts';
import { sendCommand } from './send.ts';

/** Commands in flight of one process (money.md 3.1). */
const atOnce = 4;

async function run(deps: Deps, command: Claimed): Promise<void> {
  const [attempt] = await deps.db
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.id, command.attemptId));
  if (!attempt) throw new Error('attempt vanished');
  await applyOutcome(deps, command, await sendCommand(deps, command, attempt));
}

/** A command that fails is left to its lease; the others go on. */
function guarded(deps: Deps, command: Claimed, work: Promise<void>): Promise<void> {
  return work.catch((error: unknown) =>
    deps.log.error('money_command_failed', { command: command.id, ...failureFields(error) }),
  );
}

/** Ends commands whose sender has died: their result is unknown. */
export async function endLeases(deps: Deps): Promise<void> {
  for (const command of await overdueCommands(deps)) {
    await guarded(deps, command, applyLeaseEnd(deps, command));
  }
}

/** Sends every command that is due, and what follows from the replies. Safe in several processes. */
export async function runCommands(deps: Deps, signal = new AbortController().signal): Promise<void> {
  await endLeases(deps);
  while (!signal.aborted) {
    const claimed = await claimCommands(deps, atOnce);
    if (claimed.length === 0) return;
    await Promise.all(claimed.map((command) => guarded(deps, command, run(deps, command))));
  }
}
