import * as z from 'zod/mini';
import type { Tx } from '../../db/client.ts';
import { notFound } from '../../errors.ts';
import { lockNote, type NoteRow } from './store.ts';

const uuid = z.uuid();

/** The user's own note, also a deleted one; 404 when it does not exist or belongs to another user. */
export async function ownNote(tx: Tx, userId: number, id: string): Promise<NoteRow> {
  const row = uuid.safeParse(id).success ? await lockNote(tx, userId, id) : null;
  if (!row) throw notFound('このメモは見つかりませんでした。');
  return row;
}
