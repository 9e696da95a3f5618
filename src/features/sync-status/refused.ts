import { currentDb } from '#shared/lib/db/userDb.ts';
import { wakeDrain } from '#shared/lib/outbox/wake.ts';

/** Retries a refused change under a new key: for the old key the server repeats its stored refusal. */
export async function retryRefused(seq: number): Promise<void> {
  await currentDb().outbox.update(seq, {
    state: 'waiting',
    key: crypto.randomUUID(),
    next_try_at: 0,
    failures: 0,
    error: null,
  });
  wakeDrain();
}

/** Discards a refused change, as the learner chose. */
export async function discardRefused(seq: number): Promise<void> {
  await currentDb().outbox.delete(seq);
}
