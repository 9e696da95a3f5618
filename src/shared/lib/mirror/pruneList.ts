import type { Table } from 'dexie';
import type { PageRow } from '../db/rows.ts';
import type { UserDb } from '../db/schema.ts';
import { pageKey } from './pages.ts';

/** The page that was just saved, and its list. */
export type PageOfList = {
  path: string;
  /** Name of the list in the page rows. */
  list: string;
  /** Query of the list's first page. */
  first: string;
  /** Query of the page that was saved. */
  query: string;
};

/** The rows that a list may delete. */
export type ListRows<Row> = {
  table: Table<Row, string>;
  /** Keys of all rows of the list; only the keys, because a list may have thousands of rows. */
  keys: () => Promise<string[]>;
  /** Whether a row is older than the saved answer; called only for rows that no page names. */
  isOlder: (row: Row) => boolean;
};

/** A list with up to this many pages is checked with every saved page. */
const pagesPerSave = 20;
/** After this time a list is checked again with the next saved page, ms. */
const restMs = 60_000;

type Look = { at: number; savesToSkip: number };
const looks = new Map<string, Look>();

/**
 * Deletes rows that the server no longer lists: those that no page of the chain names. It does so once every page from
 * the first to the last is stored. Call it in the transaction that saved the page.
 *
 * The check reads all pages of the list. While a long list is refreshed page by page, the check runs at the end, and in
 * between only so often that each saved page pays for a fixed number of page reads. Until then leftover rows do no
 * harm, so a tab may close at any time.
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

/** Also counts this save. */
function isTooSoon(look: Look | undefined): boolean {
  if (!look) return false;
  look.savesToSkip -= 1;
  return look.savesToSkip >= 0 && performance.now() - look.at < restMs;
}

/** The stored pages in list order; `null` while one of them is missing. */
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
 * Whether the chain names everything that the server lists. If only some pages are new, an entry that moved from a new
 * page to an old one is on neither; then the chain has fewer entries than the server's count. If the pages came in
 * order, no count is needed (other servers may count differently).
 */
function isComplete(chain: PageRow[], listed: number, count: number): boolean {
  const cameInOrder = chain.every((page, place) => page.saved_at >= (chain[place - 1]?.saved_at ?? 0));
  return cameInOrder || listed >= count;
}
