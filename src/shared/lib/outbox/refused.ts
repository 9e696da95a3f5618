import { currentDb } from '../db/userDb.ts';
import { wakeDrain } from './wake.ts';

/** Tries a refused change once more, under a new key: the server keeps its refusal for the old one. */
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

/** Gives a refused change up, as the learner chose. */
export async function discardRefused(seq: number): Promise<void> {
  await currentDb().outbox.delete(seq);
}
