// The pages that are measured, each by one line: a new page gets its rows by a line here.

/**
 * `first`: opened by a guest who has never been here; `again`: later visits, online, with the server dead, after a restart
 * of the browser; `audited`: by Lighthouse. `newDevice`: opened by a learner whose session this device has, and nothing
 * else, by the test id of what the page is about.
 */
type MeasuredPage = { first?: true; again?: true; audited?: true; newDevice?: string };

const measured: Record<string, MeasuredPage> = {
  '/': { first: true, again: true, audited: true },
  '/parent': { first: true, again: true, audited: true },
  '/course': { first: true, again: true, audited: true },
  '/course/1': { first: true, again: true, audited: true },
  '/login': { first: true, audited: true },
  '/signup': { audited: true },
  '/mypage/course': { newDevice: 'inventory-item' },
};

const pagesWith = (row: keyof MeasuredPage): string[] =>
  Object.entries(measured).flatMap(([path, page]) => (page[row] ? [path] : []));

/** Pages people meet first; those of performance.md 3, and the login. */
export const firstPages: readonly string[] = pagesWith('first');
/** Public pages that guests come back to. */
export const repeatedPages: readonly string[] = pagesWith('again');
/** Those that must reach 95 in every score, and more that guests often meet (performance.md 3). */
export const auditedPages: readonly string[] = pagesWith('audited');
/** Pages of learners, by the test id of what they are about. */
export const newDevicePages: readonly { path: string; about: string }[] = Object.entries(measured).flatMap(
  ([path, { newDevice }]) => (newDevice ? [{ path, about: newDevice }] : []),
);
