import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { declareUserVersions, type UserDb } from '../db/schema.ts';
import { savePage } from './pages.ts';
import { pruneList } from './pruneList.ts';

describe('pruneList', () => {
  let db: UserDb;
  const saved = (query: string) => ({ path: '/list/', list: 'list', first: '', query });
  const row = (course: string) => ({ course, v: 1, saved_at: 1, value: {} as never });

  async function page(query: string, ids: string[], next: string | null): Promise<void> {
    const envelope = { count: 9, next, previous: null };
    await savePage(db, { path: '/list/', query, list: 'list', ids, page: envelope, savedAt: 1 });
    await pruneList(db, saved(query), {
      table: db.bookmarks,
      keys: left,
      isOlder: (row) => row.saved_at < 2,
    });
  }
  const left = () => db.bookmarks.toCollection().primaryKeys();

  beforeEach(async () => {
    db = new Dexie('prune') as UserDb;
    declareUserVersions(db);
    await db.bookmarks.bulkPut(['1', '2', '3', '4'].map(row));
  });

  afterEach(() => db.delete());

  it('deletes what no page names any more, once all pages are known', async () => {
    await page('', ['1', '2'], '/list/?page=2');
    await page('page=2', ['3'], null);
    expect(await left()).toEqual(['1', '2', '3']);
  });

  it('deletes nothing while a page is missing', async () => {
    await page('', ['1'], '/list/?page=2');
    expect(await left()).toEqual(['1', '2', '3', '4']);
  });

  it('ends when pages lead in a circle', async () => {
    await page('', ['1'], '/list/?page=2');
    await page('page=2', ['2'], '/list/?page=2');
    expect(await left()).toEqual(['1', '2']);
  });

  it('keeps what was stored after the page was asked for', async () => {
    await db.bookmarks.put({ ...row('5'), saved_at: 2 });
    await page('', ['1'], null);
    expect(await left()).toEqual(['1', '5']);
  });
});
