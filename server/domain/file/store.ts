import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import { fileTypeFromBuffer } from 'file-type';
import type { z } from 'zod/mini';
import { lettersOf } from '#contracts/letters.ts';
import { composed } from '#contracts/plainText.ts';
import { fileLimits, fileTypes, type supportFileSchema } from '#contracts/support.ts';
import type { Db, Tx } from '../../db/client.ts';
import { inquiryMessages, type SupportFileRow, supportFiles } from '../../db/schema/support.ts';
import type { Deps } from '../../deps.ts';
import { ApiError, invalid } from '../../errors.ts';
import { hasPdfHeader } from '../../media/pdfHeader.ts';
import { signedQuery } from '../../media/sign.ts';
import { assertRoom, type Sender } from './quota.ts';

const rule = `画像・PDFは1件5MB以内、${fileLimits.count}件まで添付できます。`;

/** A name that is shown and saved: no folders, no control signs, not too long. */
function cleanName(name: string): string {
  const plain = composed(name).replaceAll(/[/\\\p{Cc}\p{Cf}]/gu, '_');
  return [...lettersOf(plain)].slice(-100).join('') || 'file';
}

export type NewFile = { id: string; name: string; type: string; content: Uint8Array };

/** Checks what was sent: 413 `too_large`, 415 `file_type` by the content, whatever the name says. */
export async function inspectFile(id: string, sent: File): Promise<NewFile> {
  if (sent.size > fileLimits.size) throw new ApiError(413, 'too_large', rule);
  const content = new Uint8Array(await sent.arrayBuffer());
  const found = await fileTypeFromBuffer(content);
  // The library recognises a PDF only by its first bytes, but other bytes may come before the PDF header.
  const mime = found?.mime ?? (hasPdfHeader(content) ? 'application/pdf' : null);
  const type = fileTypes.find((known) => known === mime);
  if (!type) throw new ApiError(415, 'file_type', rule);
  return { id, name: cleanName(sent.name), type, content };
}

/** Stores a file that waits for its inquiry; 429 `rate` when there is no room for it (`assertRoom`). */
export async function storeFile(tx: Tx, deps: Deps, sender: Sender, file: NewFile) {
  const { id, name, type, content } = file;
  await assertRoom(tx, deps, sender, content.length);
  const row = { id, userId: sender.userId, messageId: null, name, type, size: content.length };
  await tx.insert(supportFiles).values({ ...row, created: new Date(deps.clock.now()) });
  await deps.files.put(id, content);
  return presentFile(deps, row);
}

/** The text from which the signature of a file's address is made. No path of the media store begins like this. */
export const signedName = (id: string) => `/support-file/${id}`;

export function presentFile(
  deps: Deps,
  row: Pick<SupportFileRow, 'id' | 'name' | 'type' | 'size'>,
): z.input<typeof supportFileSchema> {
  const { id, name, type, size } = row;
  const query = signedQuery(deps, signedName(id), deps.clock.now());
  return { id, name, type, size, url: `${deps.config.publicUrl}/api/support/file/${id}/?${query}` };
}

/**
 * Attaches files to a message. They must be unused, and belong to the sender or to a guest: the number of a guest's
 * file is a secret that only their device knows. 400 `validation` for any other file.
 */
export async function attachFiles(
  tx: Tx,
  userId: number | null,
  messageId: number,
  ids: readonly string[],
): Promise<void> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return;
  const isTheirs =
    userId === null
      ? isNull(supportFiles.userId)
      : or(eq(supportFiles.userId, userId), isNull(supportFiles.userId));
  const isFree = and(inArray(supportFiles.id, wanted), isNull(supportFiles.messageId), isTheirs);
  const attached = await tx
    .update(supportFiles)
    .set({ messageId })
    .where(isFree)
    .returning({ id: supportFiles.id });
  if (attached.length !== wanted.length)
    throw invalid({ files: ['添付ファイルが見つかりません。もう一度添付してください。'] });
}

/** A file and the inquiry it belongs to, if it is used. */
export async function findFile(db: Db, id: string) {
  const [found] = await db
    .select({ file: supportFiles, inquiryId: inquiryMessages.inquiryId })
    .from(supportFiles)
    .leftJoin(inquiryMessages, eq(inquiryMessages.id, supportFiles.messageId))
    .where(eq(supportFiles.id, id))
    .limit(1);
  return found ?? null;
}
