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

/** What a page of the public site has to show: something for everybody, for members only, or nothing. */
export type PageStanding = 'public' | 'members' | 'missing';

type Look = (deps: Deps, id: string) => Promise<PageStanding>;

/** For what everybody may see as soon as it is there. */
const forAll = (isThere: boolean): PageStanding => (isThere ? 'public' : 'missing');

/** A query in a table of numbered rows. */
function byNumber(look: (deps: Deps, id: number) => Promise<PageStanding>): Look {
  return async (deps, id) => (rowNumber.test(id) ? look(deps, Number(id)) : 'missing');
}

type Rows = (typeof publicPages)[keyof typeof publicPages];
/** Addresses of the served pages that show one thing each, as the table of pages has them. */
type OneThing = Extract<Rows, { html: 'served'; path: `/${string}/:id` }>['path'];

/** One query for every such page: without it, a row of the table of pages does not compile. */
const looks = {
  '/course/:id': byNumber(async ({ db }, id) => forAll(await courseExists(db, id))),
  '/teacher/:id': byNumber(async ({ db }, id) => forAll((await findTeacher(db, id)) !== null)),
  '/notice/:id': byNumber(async ({ db, clock }, id) => {
    const found = await findNotice(db, { userId: null, now: new Date(clock.now()) }, id);
    if (!found) return 'missing';
    return found.notice.audience === 'public' ? 'public' : 'members';
  }),
  '/campaign/:id': async (deps, slug) => forAll((await findCampaign(deps, slug)) !== null),
  '/success/:id': async ({ db }, year) =>
    forAll((await knownYears(db)).some((known) => String(known) === year)),
} satisfies Record<OneThing, Look>;

/**
 * What a page of the public site has to show. A course that does not exist is a page that does not exist, also for
 * search engines (specification.md 8). Pages of other kinds count as public. So does every page while the database
 * cannot tell: an existing page must not be dropped because of a failure of ours.
 */
export async function standingOfPage(deps: Deps, path: string): Promise<PageStanding> {
  const [, kind = '', id = '', rest] = path.replace(/\/$/, '').split('/');
  const look = new Map<string, Look>(Object.entries(looks)).get(`/${kind}/:id`);
  if (!look || id === '' || rest !== undefined) return 'public';
  if (!isStorable(id)) return 'missing';
  try {
    return await look(deps, id);
  } catch (error) {
    deps.log.error('known_page', failureFields(error));
    return 'public';
  }
}
