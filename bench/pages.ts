// The measured pages. A new page is measured by adding a line here.
import { type Api, demoPurchases } from './api.ts';

/**
 * A learner's page. `words`: selector of the element of its main content by whose words a start is timed; nothing of the
 * frame may say the same. It begins with `#main`, which a stored first screen does not have: React's own page is meant.
 * `id`: finds what stands for `:id` of the path. `hasMany`: later starts are timed with as many courses on the device as
 * the bars mean (performance.md 3), not with those of the demo.
 */
export type LearnerPage = {
  path: string;
  words: string;
  id?: (api: Api) => Promise<string>;
  hasMany?: true;
};

/**
 * `first`: opened by a guest who was never here. `again`: later visits of a guest, online, with the server down, and
 * after a restart of the browser. `today`: kept by the device, so the time until today's answer is in place is measured;
 * its heading has to come from that answer. `audited`: by Lighthouse. `learner`: opened by a learner, on a device that
 * has only their session and, as with `again`, on one that knows them.
 */
type MeasuredPage = {
  first?: true;
  again?: true;
  today?: true;
  audited?: true;
  learner?: Omit<LearnerPage, 'path'>;
};

const measured: Record<string, MeasuredPage> = {
  '/': { first: true, again: true, audited: true },
  '/parent': { first: true, again: true, audited: true },
  '/course': { first: true, again: true, audited: true },
  '/course/1': { first: true, again: true, today: true, audited: true },
  '/login': { first: true, audited: true },
  '/signup': { audited: true },
  '/mypage': { learner: { words: '#main [aria-labelledby="resume"] h2' } },
  '/mypage/course': { learner: { words: '#main [data-testid="inventory-item"] h2', hasMany: true } },
  '/mypage/lecture/:id': { learner: { words: '#main h2[tabindex="-1"]', id: firstPurchase } },
};

/** The purchase whose course `keepCourses` keeps before all others. */
async function firstPurchase(api: Api): Promise<string> {
  const [first] = await demoPurchases(api);
  if (!first) throw new Error('The demo learner has no course.');
  return String(first.id);
}

const pagesWith = (row: 'first' | 'again' | 'today' | 'audited'): string[] =>
  Object.entries(measured).flatMap(([path, page]) => (page[row] ? [path] : []));

/** Pages that must reach 95 in every score, and others that guests often see (performance.md 3). */
export const auditedPages: readonly string[] = pagesWith('audited');

/** The pages of each kind of start. */
type ChosenPages = Record<'first' | 'again' | 'today', readonly string[]> & {
  learner: readonly LearnerPage[];
};

const isMembers = (path: string) => path.startsWith('/mypage');

/**
 * The pages to measure. `list`: paths with commas between them, else all that have a line. Visits of guests need nothing
 * but the path, so they may also be to pages without a line.
 *
 * @throws Error when a learner's page has no line.
 */
export function choosePages(list: string | undefined): ChosenPages {
  const named = list?.split(',') ?? null;
  const isChosen = (path: string) => named === null || named.includes(path);
  const learner = Object.entries(measured).flatMap(([path, page]) =>
    page.learner && isChosen(path) ? [{ path, ...page.learner }] : [],
  );
  for (const path of named ?? []) {
    if (isMembers(path) && !learner.some((page) => page.path === path))
      throw new Error(`${path} has no line in bench/pages.ts.`);
  }
  const publicOf = (row: 'first' | 'again') => named?.filter((path) => !isMembers(path)) ?? pagesWith(row);
  const today = pagesWith('today').filter(isChosen);
  return { first: publicOf('first'), again: publicOf('again'), today, learner };
}
