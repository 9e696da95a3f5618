import { and, eq, lte } from 'drizzle-orm';
import { courses, teachers } from '../../db/schema/catalog.ts';
import { notices } from '../../db/schema/notices.ts';
import { campaigns } from '../../db/schema/site.ts';
import type { Deps } from '../../deps.ts';
import { failureFields } from '../../failureText.ts';
import { knownYears } from '../success/years.ts';

/** Numbers of rows as they stand in addresses; the database's go no further. */
const rowNumber = /^[1-9]\d{0,8}$/;

type Look = (deps: Deps, id: string) => Promise<unknown[]>;

/** A look into a table of numbered rows. */
function byNumber(look: (deps: Deps, id: number) => Promise<unknown[]>): Look {
  return async (deps, id) => (rowNumber.test(id) ? look(deps, Number(id)) : []);
}

/** Public pages of one thing each, by the first part of their address. */
const looks: Record<string, Look> = {
  course: byNumber(({ db }, id) => db.select({ id: courses.id }).from(courses).where(eq(courses.id, id))),
  teacher: byNumber(({ db }, id) => db.select({ id: teachers.id }).from(teachers).where(eq(teachers.id, id))),
  // Whatever its readers: to a member who opens it, one for members is there.
  notice: byNumber(({ db, clock }, id) =>
    db
      .select({ id: notices.id })
      .from(notices)
      .where(and(eq(notices.id, id), lte(notices.published, new Date(clock.now())))),
  ),
  campaign: ({ db, clock }, slug) =>
    db
      .select({ key: campaigns.key })
      .from(campaigns)
      .where(and(eq(campaigns.key, slug), lte(campaigns.starts, new Date(clock.now())))),
  success: async ({ db }, year) => (await knownYears(db)).filter((known) => String(known) === year),
};

/**
 * Whether a page of the public site shows something: a course that does not exist is a page that does not exist, for
 * search engines too (issue C.5). Pages of other kinds count as there; so does everything while the database cannot
 * tell: a page that is there must not be forgotten for a failure of ours.
 */
export async function isKnownPage(deps: Deps, path: string): Promise<boolean> {
  const [, kind = '', id = '', rest] = path.replace(/\/$/, '').split('/');
  const look = Object.hasOwn(looks, kind) ? looks[kind] : undefined;
  if (!look || id === '' || rest !== undefined) return true;
  try {
    return (await look(deps, id)).length > 0;
  } catch (error) {
    deps.log.error('known_page', failureFields(error));
    return true;
  }
}
