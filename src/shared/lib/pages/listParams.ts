/**
 * Which page of a server's list stands in the address bar. The server's `next` and `previous` are opaque queries
 * (session.md 13.2); one that differs from the first page only in `page` becomes `?page=2`, any other one
 * goes into `?list=`, so that a page can be bookmarked, reloaded and left with the back button.
 */

function withoutPage(query: string): string {
  const params = new URLSearchParams(query);
  params.delete('page');
  params.sort();
  return params.toString();
}

/** Puts a list's query into the page's address; `null` or the first page leaves nothing there. */
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

/** The list's query that an address asks for; the first page when it asks for none. */
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

/** Which page a list's query asks for; `null` when the server pages by something else than numbers. */
export function pageNumberOf(query: string): number | null {
  const params = new URLSearchParams(query);
  const page = params.get('page');
  if (page !== null) return /^\d+$/.test(page) ? Number(page) : null;
  return params.has('cursor') || params.has('offset') ? null : 1;
}
