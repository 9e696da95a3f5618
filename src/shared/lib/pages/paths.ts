/** Address patterns for the router (specification.md 2; "learnning" is the spelling there). */
export const patterns = {
  home: '/',
  about: '/about',
  student: '/student',
  parent: '/parent',
  konomoshi: '/konomoshi',
  konoshiki: '/konoshiki',
  success: '/success/:id',
  campaign: '/campaign/:id',
  entryExam: '/entry-exam',
  login: '/login',
  password: '/login/password',
  passwordChange: '/login/password/change',
  passwordDone: '/login/password/reset/complete',
  passwordReset: '/login/password/reset/:uid/:token',
  signup: '/signup',
  signupVerify: '/signup/verify',
  signupComplete: '/signup/complete',
  eula: '/eula',
  privacy: '/privacy',
  maintenance: '/maintenance',
  commerce: '/commerce',
  konoshikiEula: '/konoshiki-eula',
  contact: '/contact',
  contactComplete: '/contact/complete',
  inquiry: '/inquiry',
  inquiryDetail: '/inquiry/:id',
  catalogue: '/course',
  catalogueCourse: '/course/:id',
  teachers: '/teacher',
  teacher: '/teacher/:id',
  publicNotices: '/notice',
  publicNotice: '/notice/:id',
  test: '/test',
  mypage: '/mypage',
  course: '/mypage/course',
  bookmark: '/mypage/bookmark',
  favorite: '/mypage/favorite',
  recent: '/mypage/recent',
  resume: '/mypage/resume',
  share: '/mypage/share',
  notice: '/mypage/notice',
  noticeDetail: '/mypage/notice/:id',
  settings: '/mypage/settings',
  account: '/mypage/settings/:part',
  search: '/mypage/search',
  download: '/mypage/download',
  storage: '/mypage/settings/storage',
  sync: '/mypage/sync',
  lecture: '/mypage/lecture/:id',
  learnning: '/mypage/learnning/:id',
} as const;

/** Where in a course: a lesson and a second of its video. */
type Spot = { lesson?: string | null; t?: number | null };

/** Pages of the account: those of specification.md 2, and three of our own. */
export type AccountPart = 'base' | 'email' | 'password' | 'address' | 'devices' | 'family' | 'withdraw';

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
type Builder<Pattern extends string> = Pattern extends `${string}/:id`
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
