import { isStorable } from '#contracts/plainText.ts';
import type { publicPages } from '#shared/lib/pages/publicPages.ts';
import type { Deps } from '../../deps.ts';
import { failureFields } from '../../failureText.ts';
import { findCampaign } from '../campaign/store.ts';
import { courseExists } from '../course/catalogue.ts';
import { findNotice } from '../notice/store.ts';
import { knownYears } from '../success/years.ts';
import { findTeacher } from '../teacher/load.ts';

/** Numbers of rows in addresses, up to what the database can hold. */
const rowNumber = /^[1-9]\d{0,8}$/;

type Look = (deps: Deps, id: string) => Promise<boolean>;

/** A query in a table of numbered rows. */
function byNumber(look: (deps: Deps, id: number) => Promise<boolean>): Look {
  return async (deps, id) => rowNumber.test(id) && look(deps, Number(id));
}

type Rows = (typeof publicPages)[keyof typeof publicPages];
/** Addresses of the served pages that show one thing each, as the table of pages has them. */
type OneThing = Extract<Rows, { html: 'served'; path: `/${string}/:id` }>['path'];

/** One query for every such page: without it, a row of the table of pages does not compile. */
const looks = {
  '/course/:id': byNumber(({ db }, id) => courseExists(db, id)),
  '/teacher/:id': byNumber(async ({ db }, id) => (await findTeacher(db, id)) !== null),
  // For every audience: a notice for members exists for a member who opens it.
  '/notice/:id': byNumber(
    async ({ db, clock }, id) =>
      (await findNotice(db, { userId: null, now: new Date(clock.now()) }, id)) !== null,
  ),
  '/campaign/:id': async (deps, slug) => (await findCampaign(deps, slug)) !== null,
  '/success/:id': async ({ db }, year) => (await knownYears(db)).some((known) => String(known) === year),
} satisfies Record<OneThing, Look>;

/**
 * Whether a page of the public site shows something. A course that does not exist is a page that does not exist, also
 * for search engines (specification.md 8). Pages of other kinds count as existing. So does every page while the
 * database cannot tell: an existing page must not be dropped because of a failure of ours.
 */
export async function isKnownPage(deps: Deps, path: string): Promise<boolean> {
  const [, kind = '', id = '', rest] = path.replace(/\/$/, '').split('/');
  const look = new Map<string, Look>(Object.entries(looks)).get(`/${kind}/:id`);
  if (!look || id === '' || rest !== undefined) return true;
  if (!isStorable(id)) return false;
  try {
    return await look(deps, id);
  } catch (error) {
    deps.log.error('known_page', failureFields(error));
    return true;
  }
}
