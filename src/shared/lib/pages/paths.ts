import { patterns } from './pageTable.ts';

/** Where in a course: a lesson and a second of its video. */
type Spot = { lesson?: string | null; t?: number | null };

/** Pages of the account: those of specification.md 2, and three of our own. */
export type AccountPart =
  | 'base'
  | 'email'
  | 'password'
  | 'address'
  | 'card'
  | 'devices'
  | 'family'
  | 'withdraw';

function withId(pattern: string, id: string): string {
  return pattern.replace(':id', encodeURIComponent(id));
}

function withSpot(path: string, { lesson, t }: Spot): string {
  const query = new URLSearchParams();
  if (lesson) query.set('lesson', lesson);
  if (t) query.set('t', String(Math.floor(t)));
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

/** How the address of a pattern is built: those of one thing need its id. */
type Builder<Pattern extends string> = Pattern extends `${string}/:id${string}`
  ? (id: string) => string
  : () => Pattern;

const builders = Object.fromEntries(
  Object.entries(patterns).map(([name, pattern]) => [name, (id = '') => withId(pattern, id)]),
) as { [Name in Exclude<keyof typeof patterns, 'passwordReset'>]: Builder<(typeof patterns)[Name]> };

/** Builders of every in-app address. `id` of lecture and learnning is the inventory item's. `t` in seconds. */
export const paths = {
  ...builders,
  account: (part: AccountPart) => `${patterns.settings}/${part}`,
  lecture: (id: string, spot: Spot = {}) => withSpot(withId(patterns.lecture, id), spot),
  learnning: (id: string, spot: Spot = {}) => withSpot(withId(patterns.learnning, id), spot),
} as const;

/** Configured redirects (specification.md 2; session.md 8.8). */
export const redirects = {
  login: patterns.login,
  logout: patterns.login,
  callback: patterns.login,
  home: patterns.mypage,
} as const;
