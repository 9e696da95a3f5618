import { eq } from 'drizzle-orm';
import { successYears } from '#contracts/successYears.ts';
import type { Db } from '../../db/client.ts';
import { successReports } from '../../db/schema/site.ts';

/**
 * Every year that may be requested, the newest first: the years of the specification, and the years with stories or
 * totals.
 */
export async function knownYears(db: Db): Promise<number[]> {
  const told = await db.select({ year: successReports.year }).from(successReports);
  const years = new Set([...successYears, ...told.map(({ year }) => year)]);
  return [...years].sort((a, b) => b - a);
}

/** What is told of a year as a whole; `undefined`: nothing yet. */
export async function reportOfYear(
  db: Db,
  year: number,
): Promise<typeof successReports.$inferSelect | undefined> {
  const [report] = await db.select().from(successReports).where(eq(successReports.year, year));
  return report;
}
