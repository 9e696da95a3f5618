import { inquiryTokenHeader, type SupportFile, supportFileSchema } from '#contracts/support.ts';
import { HttpError, UnreadableAnswerError } from '#shared/lib/errors.ts';
import { request } from '#shared/lib/http/request.ts';

/** A file of a letter. `key`: the UUID under which it is sent, however often. */
export type LetterFile = { key: string; name: string; type: string; size: number };

/** A question or a reply, ready to be sent. What it carries never changes: all tries are one letter to the server. */
export type Letter = {
  /** UUID, sent as `Idempotency-Key`. */
  key: string;
  path: string;
  /** Everything but the files. */
  body: Record<string, unknown>;
  files: LetterFile[];
  /** The right to an inquiry that a mailed link gave, `null` without one. */
  access: string | null;
  /** Written by a guest: it goes out without a session, whoever is logged in by then. */
  isGuest: boolean;
};

/** How far a letter is: `sent` of its files have arrived. */
export type Progress = (sent: number) => void;

const uploadPath = '/api/support/file/';

async function post(letter: Letter, path: string, key: string, body: unknown): Promise<unknown> {
  const { data } = await request({
    method: 'POST',
    path,
    body,
    headers: { 'Idempotency-Key': key, ...(letter.access ? { [inquiryTokenHeader]: letter.access } : {}) },
    isAnonymous: letter.isGuest,
    // A letter that cannot be sent now is kept: nobody is led away from what they have written.
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

/** The server forgets files that no message has used for a day: those of a letter that waited longer. */
const areFilesForgotten = (error: unknown) => error instanceof HttpError && error.fields.files !== undefined;

/**
 * Sends a letter, its files first. Repeating it is safe: server and keys make one of it. Answers what the server said.
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
