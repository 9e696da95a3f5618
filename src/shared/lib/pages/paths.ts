import { patterns } from './pageTable.ts';

/** A position in a course: a lesson and a second of its video. */
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

/** Builds the address of a pattern; patterns with `:id` need an id. */
type Builder<Pattern extends string> = Pattern extends `${string}/:id${string}`
  ? (id: string) => string
  : () => Pattern;

/** The subject of an exam travels in the query (product.md 2.3.L). */
function withSubject(pattern: string, id: string, subject: string): string {
  return `${withId(pattern, id)}?${new URLSearchParams({ subject }).toString()}`;
}

const builders = Object.fromEntries(
  Object.entries(patterns).map(([name, pattern]) => [name, (id = '') => withId(pattern, id)]),
) as { [Name in Exclude<keyof typeof patterns, 'passwordReset'>]: Builder<(typeof patterns)[Name]> };

/** Builders of every in-app address. `id` of lecture and learnning is the id of the inventory item. `t` in seconds. */
export const paths = {
  ...builders,
  account: (part: AccountPart) => `${patterns.settings}/${part}`,
  lecture: (id: string, spot: Spot = {}) => withSpot(withId(patterns.lecture, id), spot),
  learnning: (id: string, spot: Spot = {}) => withSpot(withId(patterns.learnning, id), spot),
  mockexamSchool: (id: string, rank: number) =>
    withId(patterns.mockexamSchool, id).replace(':desired_rank', String(rank)),
  mockexamExam: (id: string, subject: string) => withSubject(patterns.mockexamExam, id, subject),
  mockexamCheckpage: (id: string, subject: string) => withSubject(patterns.mockexamCheckpage, id, subject),
  mockexamCheckresult: (id: string, subject: string) =>
    withSubject(patterns.mockexamCheckresult, id, subject),
  mockexamPractice: (id: string, subject: string) =>
    `${withSubject(patterns.mockexamExam, id, subject)}&practice=1`,
  mockexamSubject: (id: string, result: string) =>
    withId(patterns.mockexamSubject, id).replace(':result', encodeURIComponent(result)),
} as const;

/** Configured redirects (specification.md 2; session.md 8.8). */
export const redirects = {
  login: patterns.login,
  logout: patterns.login,
  callback: patterns.login,
  home: patterns.mypage,
} as const;
