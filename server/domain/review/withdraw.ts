import { sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';

/**
 * Withdraws the cards of exams that the pack no longer has, or brings them back (`at` is `null`) with the exam. The
 * question is gone, so the card is no longer asked; its reviews are facts and stay (exams.md 6). Devices hear of it by
 * the counters of their learners.
 */
export async function withdrawCards(tx: Tx, examIds: readonly number[], at: Date | null): Promise<void> {
  if (examIds.length === 0) return;
  const ids = sql.join(
    examIds.map((id) => sql`${id}::int`),
    sql`, `,
  );
  const isChanged = sql`s.exam_id in (${ids}) and (c.withdrawn is null) = ${at !== null}`;
  // Whoever changes a learner's cards takes the counter first, which is also the lock.
  await tx.execute(sql`
    insert into review_heads (user_id, seq)
    select distinct c.user_id, 1 from review_cards c join exam_subjects s on s.id = c.subject_id
    where ${isChanged} order by 1
    on conflict (user_id) do update set seq = review_heads.seq + 1`);
  await tx.execute(sql`
    update review_cards c set withdrawn = ${at?.toISOString() ?? null}::timestamptz, seq = h.seq
    from exam_subjects s, review_heads h
    where s.id = c.subject_id and h.user_id = c.user_id and ${isChanged}`);
}
