import { and, eq, notInArray } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { campaigns, successReports, successStories } from '../db/schema/site.ts';
import { momentOf } from './moments.ts';
import { overwrite } from './overwrite.ts';
import type { PackContent } from './packTypes.ts';

function storiesOf(pack: PackContent) {
  return pack.success.flatMap(({ year, stories }) =>
    stories.map(({ id, place: _, is_sample, school_from, before, after, ...story }, i) => ({
      ...story,
      key: id,
      pack: pack.id,
      year,
      order: i + 1,
      isSample: is_sample,
      schoolFrom: school_from,
      before: before ?? null,
      after: after ?? null,
    })),
  );
}

/** Stores the pack's report of each year, with its stories in their order. */
export async function writeSuccess(tx: Tx, pack: PackContent): Promise<void> {
  const reports = pack.success.map(({ id, year, is_archive, rule, totals }) => ({
    key: id,
    pack: pack.id,
    year,
    isArchive: is_archive,
    rule,
    totals,
  }));
  if (reports.length > 0) {
    await tx.insert(successReports).values(reports).onConflictDoUpdate(overwrite(successReports));
  }
  const stories = storiesOf(pack);
  if (stories.length > 0) {
    await tx.insert(successStories).values(stories).onConflictDoUpdate(overwrite(successStories));
  }
}

/** Stores the pack's campaigns, each under every address it has. `now`: of this import, from which days may count. */
export async function writeCampaigns(tx: Tx, pack: PackContent, now: Date): Promise<void> {
  if (pack.campaigns.length === 0) return;
  const rows = pack.campaigns.map(({ id, place: _, starts_at, ends_at, ...campaign }) => ({
    ...campaign,
    key: id,
    pack: pack.id,
    starts: momentOf(starts_at, now),
    ends: momentOf(ends_at, now),
  }));
  await tx.insert(campaigns).values(rows).onConflictDoUpdate(overwrite(campaigns));
}

/** Takes away years, stories and campaigns that the pack no longer has. */
export async function removeSite(tx: Tx, pack: PackContent): Promise<void> {
  const kept = [
    [successReports, pack.success.map(({ id }) => id)],
    [successStories, storiesOf(pack).map(({ key }) => key)],
    [campaigns, pack.campaigns.map(({ id }) => id)],
  ] as const;
  for (const [table, keys] of kept) {
    await tx.delete(table).where(and(eq(table.pack, pack.id), notInArray(table.key, [...keys])));
  }
}
