import type { Db } from '../../db/client.ts';
import { notFound } from '../../errors.ts';
import { type FavoriteRow, findFavorite } from './store.ts';

/** The user's own favorite of this id, on or off; 404 when it does not exist or belongs to another user. */
export async function ownFavorite(db: Db, userId: number, id: number): Promise<FavoriteRow> {
  const row = await findFavorite(db, userId, { id });
  if (!row) throw notFound('このお気に入りは見つかりませんでした。');
  return row;
}
