import { and, asc, eq, gt, isNull, lte } from 'drizzle-orm';
import { campaigns } from '../../db/schema/site.ts';
import type { Deps } from '../../deps.ts';

type CampaignRow = typeof campaigns.$inferSelect;

/** Running campaigns, the one that ends first at the head; a variant of one (`canonical`) is the same campaign. */
export function runningCampaigns({ db, clock }: Deps): Promise<CampaignRow[]> {
  const now = new Date(clock.now());
  return db
    .select()
    .from(campaigns)
    .where(and(lte(campaigns.starts, now), gt(campaigns.ends, now), isNull(campaigns.canonical)))
    .orderBy(asc(campaigns.ends), asc(campaigns.id));
}

/** A campaign that has begun, also after its end; else `null`: a campaign is not shown before it begins. */
export async function findCampaign({ db, clock }: Deps, slug: string): Promise<CampaignRow | null> {
  const hasBegun = lte(campaigns.starts, new Date(clock.now()));
  const [campaign] = await db
    .select()
    .from(campaigns)
    .where(and(eq(campaigns.key, slug), hasBegun));
  return campaign ?? null;
}
