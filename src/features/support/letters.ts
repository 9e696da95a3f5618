import { inquiryTokenHeader, type SupportFile, supportFileSchema } from '#contracts/support.ts';
import { HttpError, UnreadableAnswerError } from '#shared/lib/errors.ts';
import { request } from '#shared/lib/http/request.ts';

/** A file of a letter. `key`: the UUID used as idempotency key for every attempt. */
export type LetterFile = { key: string; name: string; type: string; size: number };

/** A question or a reply, ready to be sent. Its content never changes: the server treats all attempts as one letter. */
export type Letter = {
  /** UUID, sent as `Idempotency-Key`. */
  key: string;
  path: string;
  /** Everything except the files. */
  body: Record<string, unknown>;
  files: LetterFile[];
  /** The access right from a mailed link to an inquiry; `null` without one. */
  access: string | null;
  /** Written by a guest: it is sent without a session, even if somebody is logged in by then. */
  isGuest: boolean;
};

/** Progress of a letter: `sent` of its files have arrived. */
export type Progress = (sent: number) => void;

const uploadPath = '/api/support/file/';

async function post(letter: Letter, path: string, key: string, body: unknown): Promise<unknown> {
  const { data } = await request({
    method: 'POST',
    path,
    body,
    headers: { 'Idempotency-Key': key, ...(letter.access ? { [inquiryTokenHeader]: letter.access } : {}) },
    isAnonymous: letter.isGuest,
    // A letter that cannot be sent now is stored, so the writer is not led away from the form to the maintenance page.
    whileMaintenance: 'ignore',
  });
  return data;
}

async function upload(letter: Letter, { key, name }: LetterFile, content: Blob): Promise<SupportFile['id']> {
  const form = new FormData();
  form.set('file', content, name);
  const read = supportFileSchema.safeParse(await post(letter, uploadPath, key, form));
  if (!read.success) throw new UnreadableAnswerError(`POST ${uploadPath}`, read.error);
  return read.data.id;
}

async function postOnce(letter: Letter, contentOf: (file: LetterFile) => Promise<Blob>, progress: Progress) {
  const files: string[] = [];
  for (const file of letter.files) {
    progress(files.length);
    files.push(await upload(letter, file, await contentOf(file)));
  }
  progress(files.length);
  return post(letter, letter.path, letter.key, { ...letter.body, files });
}

/**
 * The server deletes files that no message has used for a day. A letter that waited longer has lost its files there.
 */
const areFilesForgotten = (error: unknown) => error instanceof HttpError && error.fields.files !== undefined;

/**
 * Sends a letter, its files first. Repeating it is safe: by the idempotency keys the server makes only one letter of
 * it. Returns the server's answer.
 *
 * @throws what `request` throws.
 */
export async function postLetter(
  letter: Letter,
  contentOf: (file: LetterFile) => Promise<Blob>,
  progress: Progress = () => undefined,
): Promise<unknown> {
  try {
    return await postOnce(letter, contentOf, progress);
  } catch (error) {
    if (letter.files.length === 0 || !areFilesForgotten(error)) throw error;
    const renewed = new Map<LetterFile, LetterFile>();
    for (const file of letter.files) renewed.set({ ...file, key: crypto.randomUUID() }, file);
    const files = [...renewed.keys()];
    return await postOnce({ ...letter, files }, (file) => contentOf(renewed.get(file) ?? file), progress);
  }
}
