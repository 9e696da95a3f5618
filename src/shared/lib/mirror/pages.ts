import type { Page } from '#contracts/page.ts';
import type { UserDb } from '../db/schema.ts';
import { queryOfLink } from '../http/pageLink.ts';
import { type Query, serializeQuery } from '../transport/query.ts';

/** Key of a stored page: the list's path and the sorted query, so that equal queries have the same key. */
export function pageKey(path: string, query: string): string {
  const params = new URLSearchParams(query);
  params.sort();
  const sorted = params.toString();
  return sorted ? `${path}?${sorted}` : path;
}

/**
 * What a page row keeps of a `next` or `previous` link: only its query, so that a foreign host in the link is never
 * contacted (session.md 13.2). A link that starts with `//` is kept unchanged; `pageQuery` refuses it when it is
 * requested. `null`: there is no such page.
 */
export function linkToKeep(link: string | null): string | null {
  if (link?.startsWith('//')) return link;
  const query = queryOfLink(link);
  return query === null ? null : serializeQuery(query);
}

/**
 * The query of a stored link in the form of the http layer.
 *
 * @throws RefusedUrlError for a link that starts with `//`.
 */
export function pageQuery(kept: string): Query {
  return queryOfLink(kept.startsWith('//') ? kept : `?${kept}`) ?? {};
}

/** A page for the lists of the app. Pass `next` and `previous` to the list's hook; `null`: the button is disabled. */
export type PageView<Item> = {
  items: Item[];
  count: number;
  next: string | null;
  previous: string | null;
};

/** Whether a page is stored. */
export async function hasPage(db: UserDb, path: string, query: string): Promise<boolean> {
  return (await db.pages.get(pageKey(path, query))) !== undefined;
}

/** What `savePage` needs to know about an answer. */
export type PageToSave = {
  path: string;
  query: string;
  list: string;
  ids: string[];
  page: Pick<Page<unknown>, 'count' | 'next' | 'previous'> & { complete_count?: number };
  savedAt: number;
};

/** Writes the row of a page; call it in the transaction that writes the entries. */
export async function savePage(
  db: UserDb,
  { path, query, list, ids, page, savedAt }: PageToSave,
): Promise<void> {
  await db.pages.put({
    key: pageKey(path, query),
    list,
    ids,
    count: page.count,
    complete_count: page.complete_count ?? null,
    next: linkToKeep(page.next),
    previous: linkToKeep(page.previous),
    saved_at: savedAt,
  });
}
