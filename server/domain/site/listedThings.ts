import { and, asc, desc, eq, gt, isNull, lte } from 'drizzle-orm';
import type { publicPages } from '#shared/lib/pages/publicPages.ts';
import { courses, teachers } from '../../db/schema/catalog.ts';
import { notices } from '../../db/schema/notices.ts';
import { campaigns } from '../../db/schema/site.ts';
import type { Deps } from '../../deps.ts';
import { isOnSale } from '../course/catalogue.ts';
import { knownYears } from '../success/years.ts';

type Rows = typeof publicPages;

/** Pages for single things that search engines may list; the things are read from the database. */
export type PageOfOne = {
  [Name in keyof Rows]: Rows[Name] extends { isListed: true; path: `${string}:id` } ? Name : never;
}[keyof Rows];

/** One of the things: the id in its address, and when it was changed. */
type Thing = { id: string | number; modified?: Date };

/** A sitemap holds 50,000 addresses (sitemaps.org). */
const most = 15_000;

/** The things that have a page of their own which search engines may list now. */
export async function listedThings({ db, clock }: Deps): Promise<Record<PageOfOne, Thing[]>> {
  const now = new Date(clock.now());
  const [onSale, staff, news, running, years] = await Promise.all([
    db
      .select({ id: courses.id, modified: courses.modified })
      .from(courses)
      .where(isOnSale(clock.now()))
      .orderBy(asc(courses.order), asc(courses.id))
      .limit(most),
    db.select({ id: teachers.id }).from(teachers).orderBy(asc(teachers.id)).limit(most),
    db
      .select({ id: notices.id, modified: notices.published })
      .from(notices)
      .where(and(eq(notices.audience, 'public'), lte(notices.published, now)))
      .orderBy(desc(notices.published))
      .limit(most),
    // A variant is listed under the address of its campaign.
    db
      .select({ id: campaigns.key })
      .from(campaigns)
      .where(and(isNull(campaigns.canonical), lte(campaigns.starts, now), gt(campaigns.ends, now)))
      .orderBy(asc(campaigns.key))
      .limit(most),
    knownYears(db),
  ]);
  return {
    catalogueCourse: onSale,
    teacher: staff,
    success: years.map((id) => ({ id })),
    campaign: running,
    publicNotice: news,
  };
}
