import { patterns } from './paths.ts';

/**
 * Pages that the server makes with what it has at that moment, so that they can be read before any script
 * (performance.md 4.1, decisions.md 18). Names of their patterns.
 */
export const servedPages = [
  'catalogue',
  'catalogueCourse',
  'teachers',
  'teacher',
  'publicNotices',
  'publicNotice',
  'eula',
  'privacy',
  'commerce',
  'konoshikiEula',
  'success',
  'campaign',
  'entryExam',
  'test',
  'contact',
  'inquiry',
] as const satisfies readonly (keyof typeof patterns)[];

export type ServedPage = (typeof servedPages)[number];

const addresses = servedPages.map((name) => ({
  name,
  address: new RegExp(`^${patterns[name].replace(':id', '[\\w-]+')}$`),
}));

/** The page at an address without a query, as it is written in links; `null`: none that the server makes. */
export function servedPageAt(pathname: string): ServedPage | null {
  return addresses.find(({ address }) => address.test(pathname))?.name ?? null;
}
