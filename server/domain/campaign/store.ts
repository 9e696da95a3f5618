import { and, eq, lte } from 'drizzle-orm';
import { campaigns } from '../../db/schema/site.ts';
import type { Deps } from '../../deps.ts';

/** A campaign that has begun, also after its end; else `null`: a campaign is not shown before it begins. */
export async function findCampaign(
  { db, clock }: Deps,
  slug: string,
): Promise<typeof campaigns.$inferSelect | null> {
  const hasBegun = lte(campaigns.starts, new Date(clock.now()));
  const [campaign] = await db
    .select()
    .from(campaigns)
    .where(and(eq(campaigns.key, slug), hasBegun));
  return campaign ?? null;
}
