import type { Table } from 'dexie';
import type { PageRow } from '../db/rows.ts';
import type { UserDb } from '../db/schema.ts';
import { pageKey } from './pages.ts';

/** What was just saved, and of which list. */
export type PageOfList = {
  path: string;
  /** Name of the list in the page records. */
  list: string;
  /** Query of the list's first page. */
  first: string;
  /** Query of the page that was saved. */
  query: string;
};

/** The rows a list may delete. */
export type ListRows<Row> = {
  table: Table<Row, string>;
  /** Keys of all rows that belong to the list; keys alone, because a list may have thousands of rows. */
  keys: () => Promise<string[]>;
  /** Whether a row is older than the answer that was saved; asked only of rows that no page names. */
  isOlder: (row: Row) => boolean;
};

/** Lists of so many pages are looked through with every page that comes. */
const pagesPerSave = 20;
/** A list is looked through again after this time with the next page that comes, ms. */
const restMs = 60_000;

type Look = { at: number; savesToSkip: number };
const looks = new Map<string, Look>();

/**
 * Deletes rows the server no longer lists, once every page from the first to the last is stored: those that no page of
 * the chain names. Call it in the transaction that saved the page.
 *
 * Looking through a list touches all of its pages. While a long one is refreshed page after page it is done at the end,
 * and in between only so often that each page pays for a fixed number of others; rows that are left over until then
 * harm nobody, so a tab may die at any time.
 */
export async function pruneList<Row>(db: UserDb, saved: PageOfList, rows: ListRows<Row>): Promise<void> {
  const page = await db.pages.get(pageKey(saved.path, saved.query));
  if (!page) return;
  const isLast = page.next === null;
  if (
    !isLast &&
    (await db.pages
      .where('key')
      .equals(pageKey(saved.path, page.next ?? ''))
      .count()) === 0
  )
    return;
  const name = `${db.name} ${saved.list}`;
  if (!isLast && isTooSoon(looks.get(name))) return;
  const stored = await db.pages.where('list').equals(saved.list).toArray();
  looks.set(name, { at: performance.now(), savesToSkip: Math.floor(stored.length / pagesPerSave) });
  const chain = chainOf(stored, saved);
  if (!chain) return;
  const listed = new Set(chain.flatMap(({ ids }) => ids));
  if (!isComplete(chain, listed.size, page.count)) return;
  const unlisted = (await rows.keys()).filter((key) => !listed.has(key));
  const found = await rows.table.bulkGet(unlisted);
  const gone = unlisted.filter((_, place) => {
    const row = found[place];
    return row !== undefined && rows.isOlder(row);
  });
  if (gone.length > 0) await rows.table.bulkDelete(gone);
}

/** Counts this save, too. */
function isTooSoon(look: Look | undefined): boolean {
  if (!look) return false;
  look.savesToSkip -= 1;
  return look.savesToSkip >= 0 && performance.now() - look.at < restMs;
}

/** The stored pages in the order of the list; `null` while one of them is missing. */
function chainOf(stored: PageRow[], { path, first }: PageOfList): PageRow[] | null {
  const pages = new Map(stored.map((page) => [page.key, page]));
  const chain = new Set<PageRow>();
  let query: string | null = first;
  while (query !== null) {
    const page = pages.get(pageKey(path, query));
    if (!page) return null;
    if (chain.has(page)) break;
    chain.add(page);
    query = page.next;
  }
  return [...chain];
}

/**
 * Whether the chain names all the server lists. When only some pages are new, what has moved from one of them to
 * another that is still old is named by none: then there are fewer than the server has. Not so when the pages came one
 * after the other, which needs no count: other servers may count in their own way.
 */
function isComplete(chain: PageRow[], listed: number, count: number): boolean {
  const cameInOrder = chain.every((page, place) => page.saved_at >= (chain[place - 1]?.saved_at ?? 0));
  return cameInOrder || listed >= count;
}
