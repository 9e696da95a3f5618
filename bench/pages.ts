// The measured pages. A new page is measured by adding a line here; only later starts of the library, a learner's page,
// have their own preparation (starts.ts).

/**
 * `first`: opened by a guest who was never here. `again`: later visits, online, with the server down, and after a
 * restart of the browser. `audited`: by Lighthouse. `newDevice`: opened by a learner on a device that has only their
 * session; the value is the test id of the page's main content.
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

/** Pages that people see first: those of performance.md 3, and the login. */
export const firstPages: readonly string[] = pagesWith('first');
/** Public pages that guests come back to. */
export const repeatedPages: readonly string[] = pagesWith('again');
/** Pages that must reach 95 in every score, and others that guests often see (performance.md 3). */
export const auditedPages: readonly string[] = pagesWith('audited');
/** Member pages, with the test id of their main content. */
export const newDevicePages: readonly { path: string; about: string }[] = Object.entries(measured).flatMap(
  ([path, { newDevice }]) => (newDevice ? [{ path, about: newDevice }] : []),
);
