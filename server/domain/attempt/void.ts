import { eq } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { examAttempts } from '../../db/schema/exam.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { isOver } from '../exam/status.ts';
import { examOf } from './facts.ts';
import { wasTold } from './reopen.ts';

/**
 * What became of a wish to void an attempt. `voided`: it counts nowhere from now on; `isOver`: the window has ended, so
 * the subject cannot be taken again · `until`: until when it can; `null`: the exam has no window · `isLooked`: an
 * attempt after it is looked into, because the taker had been told marks or keys, or this one was in doubt. Nothing is
 * done: `final`, because its result was sent out and its test cannot be continued · `over`, because the window has
 * ended and the result would be lost for nothing · `unknown`: there is no such attempt.
 */
export type Voided =
  | { done: 'voided'; isOver: boolean; until: Date | null; isLooked: boolean }
  | { done: 'final' | 'over' | 'unknown' };

/**
 * Voids an attempt for good: it counts nowhere, and the subject can be taken again within the window. After that only
 * with `mayLose`: its result goes, and nothing comes in its place (exams.md 3.7).
 */
export async function voidIn(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  id: string,
  { mayLose }: { mayLose: boolean },
): Promise<Voided> {
  const [row] = await tx.select().from(examAttempts).where(eq(examAttempts.id, id)).for('update');
  if (!row) return { done: 'unknown' };
  if (row.isFinal) return { done: 'final' };
  const now = clock.now();
  const exam = await examOf(tx, row.examId);
  // Practice has no window.
  const hasEnded = row.kind === 'real' && isOver(exam, now);
  if (hasEnded && !mayLose) return { done: 'over' };
  // Also one that was opened again after its taker had been told, and one in doubt for another reason.
  const isLooked = row.entryTestId === null && (row.needsLook || (await wasTold(tx, row, now)));
  await tx
    .update(examAttempts)
    .set({ state: 'void', endedBy: 'operator', needsLook: isLooked })
    .where(eq(examAttempts.id, id));
  return { done: 'voided', isOver: hasEnded, until: row.kind === 'real' ? exam.examUntil : null, isLooked };
}

/** The same in a transaction of its own. */
export function voidAttempt(
  deps: Deps,
  id: string,
  { mayLose = false }: { mayLose?: boolean } = {},
): Promise<Voided> {
  return transaction(deps.db, (tx) => voidIn(tx, deps, id, { mayLose }));
}
