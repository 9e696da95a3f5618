import type { Db } from '../../db/client.ts';
import { notFound } from '../../errors.ts';
import { type BookmarkRow, findBookmark } from './store.ts';

/** The user's own bookmark of this id; 404 when it does not exist or belongs to another user. */
export async function ownBookmark(db: Db, userId: number, id: number): Promise<BookmarkRow> {
  const row = await findBookmark(db, userId, { id });
  if (!row) throw notFound('このしおりは見つかりませんでした。');
  return row;
}
