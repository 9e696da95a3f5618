import type { DemoSite } from '../screens/fixtures.ts';
import type { Learner } from '../screens/questions.ts';

/** Gives a learner without cards so many of the demo student's, none of them asked yet. */
export async function giveCards(site: DemoSite, { id }: Learner, count: number): Promise<void> {
  await site.rows(`insert into review_heads (user_id, seq) values (${id}, 1)`);
  await site.rows(
    `insert into review_cards (user_id, key, source, reason, subject_id, question, "group", seq, created)
     select ${id}, c.key, c.source, c.reason, c.subject_id, c.question, c."group", 1, c.created
     from review_cards c join users u on u.id = c.user_id
     where u.email = 'student@example.com' order by c.id limit ${count}`,
  );
}
