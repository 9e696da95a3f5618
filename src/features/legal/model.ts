import type { CmsPage, PageVersion } from '#contracts/cms.ts';
import { formatLongDay, japanDay, parseTime } from '#shared/lib/text/format.ts';

/** The legal pages (product.md 2.2.B). Their slugs are their addresses. */
export const legalSlugs = ['eula', 'privacy', 'commerce', 'konoshiki-eula'] as const;
export type LegalSlug = (typeof legalSlugs)[number];

/** 「2026年10月1日」: the day in Japan from which a version holds, wherever the reader is. */
export function effectiveDay(iso: string): string {
  const time = parseTime(iso);
  return time === null ? '' : formatLongDay(japanDay(time));
}

/** The status of the shown version among the others. `next`: the announced next version. */
export type Standing = { kind: 'current' | 'former' | 'coming'; next: PageVersion | null };

/** Finds whether a version is in force at `now` (epoch ms). The list begins with the newest version. */
export function standingOf(
  { version, versions }: Pick<CmsPage, 'version' | 'versions'>,
  now: number,
): Standing {
  const begins = ({ effective_at }: PageVersion) => parseTime(effective_at) ?? 0;
  const current = versions.find((one) => begins(one) <= now);
  const shown = versions.find((one) => one.version === version);
  const next = versions.findLast((one) => begins(one) > now) ?? null;
  if (shown && begins(shown) > now) return { kind: 'coming', next };
  const isFormer = current !== undefined && current.version !== version;
  return { kind: isFormer ? 'former' : 'current', next };
}
