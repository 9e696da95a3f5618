import { sql } from 'drizzle-orm';
import { queryRows, type Tx } from './client.ts';

/** Number of the advisory lock of imports; no other lock of the database has it. */
const importLock = 5_606_772;

/** For an import: one runs at a time, in however many processes, until the end of its transaction. */
export async function lockForImport(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${importLock})`);
}

/**
 * For work that an import must either see whole or not find begun: imports wait until the end of this transaction.
 * `false`: an import runs, or waits for its turn, so the work must come later. It does not wait itself: those who wait
 * would take the connections of everybody else.
 */
export async function canHoldImportsOff(tx: Tx): Promise<boolean> {
  const [row] = await queryRows<{ held: boolean }>(
    tx,
    sql`select pg_try_advisory_xact_lock_shared(${importLock}) as held`,
  );
  return row?.held ?? false;
}
