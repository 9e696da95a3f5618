/**
 * The address bar names the page of a server's list. The server's `next` and `previous` are opaque queries
 * (session.md 13.2). A query that differs from the first page only in `page` becomes `?page=2`; any other one goes into
 * `?list=`. So a page can be bookmarked, reloaded and left with the back button.
 */

function withoutPage(query: string): string {
  const params = new URLSearchParams(query);
  params.delete('page');
  params.sort();
  return params.toString();
}

/** Writes a list's query into the page's address; for `null` or the first page nothing is written. */
export function writeListQuery(
  address: URLSearchParams,
  query: string | null,
  first: string,
): URLSearchParams {
  const next = new URLSearchParams(address);
  next.delete('page');
  next.delete('list');
  if (query === null || query === first) return next;
  const page = new URLSearchParams(query).get('page');
  if (withoutPage(query) !== withoutPage(first)) next.set('list', query);
  else if (page && page !== '1') next.set('page', page);
  return next;
}

/** The list's query in an address; the first page if there is none. */
export function readListQuery(address: URLSearchParams, first: string): string {
  const list = address.get('list');
  if (list) return list;
  const page = address.get('page');
  if (!page || !/^[1-9]\d{0,5}$/.test(page)) return first;
  const params = new URLSearchParams(first);
  if (page === '1') return first;
  params.set('page', page);
  return params.toString();
}

/** The page number of a list's query; `null` if the server does not page by numbers. */
export function pageNumberOf(query: string): number | null {
  const params = new URLSearchParams(query);
  const page = params.get('page');
  if (page !== null) return /^\d+$/.test(page) ? Number(page) : null;
  return params.has('cursor') || params.has('offset') ? null : 1;
}
