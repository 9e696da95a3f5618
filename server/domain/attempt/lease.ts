import { eq } from 'drizzle-orm';
import type { LeaseInput } from '#contracts/examAttempt.ts';
import type { Tx } from '../../db/client.ts';
import { examAttempts } from '../../db/schema/exam.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import { type Held, seenAt } from './load.ts';
import type { Outcome } from './outcome.ts';
import { welcomeBack } from './reopen.ts';
import { closed, heldBy, isOpen } from './save.ts';

/** A device counts as still writing when it was heard of within this time, milliseconds. */
const aliveMs = 90_000;

/**
 * Gives the write lease to a device (exams.md 3.4 S8): a new epoch begins, and the previous one ends now. The same
 * device keeps its epoch. `refused`: 423 `lease_held` while the other device is alive and the taker did not ask to take
 * over; 409 `closed`.
 */
export async function takeLease(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  held: Held,
  input: LeaseInput,
): Promise<Outcome<Held>> {
  const now = deps.clock.now();
  const { attempt } = held;
  if (!isOpen(attempt, now)) return { refused: closed(attempt, 0) };
  if (attempt.leaseDevice === input.device_id)
    return { value: { ...held, attempt: await welcomeBack(tx, attempt, now) } };
  if (input.take_over !== true && now - seenAt(held).getTime() < aliveMs) {
    const detail = 'ほかの端末で受験中です。この端末に切り替えますか?';
    return { refused: new ApiError(423, 'lease_held', detail, { data: heldBy(held) }) };
  }
  const change = {
    leaseEpoch: attempt.leaseEpoch + 1,
    leaseDevice: input.device_id,
    leaseLabel: input.device_label ?? '',
    leaseSeenAt: new Date(now),
    takeovers: [...attempt.takeovers, now],
  };
  await tx.update(examAttempts).set(change).where(eq(examAttempts.id, attempt.id));
  return { value: { ...held, attempt: await welcomeBack(tx, { ...attempt, ...change }, now) } };
}
