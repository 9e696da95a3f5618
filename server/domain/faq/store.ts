import { asc } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { faqEntries } from '../../db/schema/pages.ts';

/** All frequent questions, in the order of their packs. */
export function allQuestions(db: Db): Promise<(typeof faqEntries.$inferSelect)[]> {
  return db.select().from(faqEntries).orderBy(asc(faqEntries.pack), asc(faqEntries.order));
}
