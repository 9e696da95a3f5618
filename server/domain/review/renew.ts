import { sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';

/**
 * Has devices fetch the cards of these questions of a subject again. A card tells what its subject says of the
 * question, so another key or explanation changes no row of a card, and a device asks only for what changed after its
 * cursor.
 */
export async function renewCards(tx: Tx, subjectId: number, questions: readonly string[]): Promise<void> {
  if (questions.length === 0) return;
  const names = sql.join(
    questions.map((id) => sql`${id}::text`),
    sql`, `,
  );
  const isMeant = sql`c.subject_id = ${subjectId}::int and c.question in (${names})`;
  // Whoever changes a learner's cards takes the counter first, which is also the lock.
  await tx.execute(sql`
    insert into review_heads (user_id, seq)
    select distinct c.user_id, 1 from review_cards c where ${isMeant} order by 1
    on conflict (user_id) do update set seq = review_heads.seq + 1`);
  // A card that was made since then has the number of its learner's counter already, and its counter is not locked.
  await tx.execute(sql`
    update review_cards c set seq = h.seq from review_heads h
    where h.user_id = c.user_id and c.seq < h.seq and ${isMeant}`);
}
