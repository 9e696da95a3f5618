import { sql } from 'drizzle-orm';
import { type Db, queryRows } from '../db/client.ts';
import { transaction } from '../db/transaction.ts';

/** What each of two processes has got; `hasWaited`: the second one waited for a row lock of the first. */
type Taken<Row> = { mine: Row[]; others: Row[]; hasWaited: boolean };

/**
 * Two processes want the same work on PostgreSQL: the first has claimed it, but not committed yet, when the second
 * asks. PGlite has only one connection.
 */
export async function takeAtOnce<Row>(db: Db, take: (db: Db) => Promise<Row[]>): Promise<Taken<Row>> {
  let isSettled = false;
  const { mine, others, hasWaited } = await transaction(db, async (tx) => {
    const first = await take(tx);
    const second = take(db).finally(() => {
      isSettled = true;
    });
    // Until the second one has its answer, or waits for a row lock of the first.
    while (!isSettled) {
      const [row] = await queryRows<{ n: number }>(
        db,
        sql`select count(*)::int as n from pg_locks where not granted`,
      );
      if (row && row.n > 0) break;
    }
    return { mine: first, others: { answer: second }, hasWaited: !isSettled };
  });
  return { mine, others: await others.answer, hasWaited };
}
