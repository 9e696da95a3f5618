import type { Db } from '../../db/client.ts';
import { ApiError, notFound } from '../../errors.ts';
import { findNotice, type NoticeRow, type Reader } from './store.ts';

/**
 * A notice that the reader may see; 404 when it is not published, 401 for a guest when it is for members
 * (product.md 2.2.B).
 */
export async function visibleNotice(db: Db, reader: Reader, id: number): Promise<NoticeRow> {
  const row = await findNotice(db, reader, id);
  if (!row) throw notFound('このお知らせは見つかりませんでした。');
  if (reader.userId === null && row.notice.audience !== 'public') {
    throw new ApiError(401, 'unauthorized', 'このお知らせは、ログインすると読めます。');
  }
  return row;
}
