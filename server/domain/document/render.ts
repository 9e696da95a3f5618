import { createHash } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { queryRows } from '../../db/client.ts';
import { documents } from '../../db/schema/order.ts';
import type { Honorific, Paper, PaperFacts } from '../../db/schema/paperFacts.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { failureFields } from '../../failureText.ts';
import { renderPaper } from '../../papers/renderPaper.ts';
import { addTask } from '../order/tasks.ts';

/** Lease of a paper for the process that took it, milliseconds: much longer than drawing takes. */
const leaseMs = 60_000;
/** Pauses before the next try, seconds; the last pause repeats. */
const pauses = [5, 30, 120, 600, 3600] as const;
/** After this many tries a task for the staff is made. */
const triesUntilTask = 5;

type Claimed = {
  id: number;
  order_id: number;
  facts: PaperFacts;
  name: string;
  honorific: Honorific;
  attempts: number;
};

/** Claims one paper that is due, so that no other process draws it too. */
async function claim({ db, clock }: Deps): Promise<Claimed | null> {
  const now = sql`${new Date(clock.now()).toISOString()}::timestamptz`;
  const until = sql`${new Date(clock.now() + leaseMs).toISOString()}::timestamptz`;
  const [row] = await queryRows<Claimed>(
    db,
    sql`update documents set not_before = ${until}, attempts = attempts + 1
        where id in (select id from documents where made is null and name is not null and not_before <= ${now}
          order by not_before, id limit 1 for update skip locked)
        returning id, order_id, facts, name, honorific, attempts`,
  );
  return row ?? null;
}

async function keep({ db, clock }: Deps, id: number, bytes: Uint8Array): Promise<void> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await db
    .update(documents)
    .set({ bytes: Buffer.from(bytes).toString('base64'), sha256, made: new Date(clock.now()) })
    .where(and(eq(documents.id, id), isNull(documents.made)));
}

async function postpone(deps: Deps, { id, order_id, attempts }: Claimed): Promise<void> {
  const pause = pauses[Math.min(attempts, pauses.length) - 1] ?? 0;
  await deps.db
    .update(documents)
    .set({ notBefore: new Date(deps.clock.now() + pause * 1000) })
    .where(eq(documents.id, id));
  if (attempts !== triesUntilTask) return;
  const about = { orderId: order_id, attemptId: null };
  await transaction(deps.db, (tx) => addTask(tx, deps, 'document_failed', about, { document: id, attempts }));
}

/**
 * Makes every paper that is due, one after the other. Safe in several processes: each paper is claimed by one of them.
 * A paper that cannot be drawn is tried again later, and nothing of the failed try is stored (row 105).
 *
 * @param draw draws a paper; tests let it fail
 */
export async function renderDue(
  deps: Deps,
  signal = new AbortController().signal,
  draw: (paper: Paper) => Promise<Uint8Array> = renderPaper,
): Promise<void> {
  while (!signal.aborted) {
    const claimed = await claim(deps);
    if (!claimed) return;
    const { id, facts, name, honorific } = claimed;
    try {
      await keep(deps, id, await draw({ ...facts, name, honorific, isReissue: false }));
    } catch (error) {
      deps.log.error('document_failed', { document: id, ...failureFields(error) });
      await postpone(deps, claimed);
    }
  }
}
