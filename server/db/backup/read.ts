import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type Head, headSchema, type Line, lineSchema } from './format.ts';

/** The file cannot be restored; Japanese, says why. */
export class RestoreError extends Error {
  override name = 'RestoreError';
}

export const damaged = () =>
  new RestoreError('バックアップのファイルが壊れているか、途中で切れています。データは変えていません。');

async function* textLines(path: string): AsyncGenerator<string> {
  const content = createGunzip();
  // Not `compose`: when a file is cut off while its reader is busy, `compose` hangs or throws outside of any call.
  pipeline(createReadStream(path), content, () => undefined);
  const decoder = new TextDecoder();
  let begun: string[] = [];
  for await (const chunk of content as AsyncIterable<Buffer>) {
    const [first = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n');
    begun.push(first);
    for (const other of others) {
      yield begun.join('');
      begun = [other];
    }
  }
  if (begun.join('') !== '') throw damaged();
}

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    throw damaged();
  }
}

/** The lines of a backup after the head. The last one is the end, with nothing after it. */
async function* readLines(texts: AsyncGenerator<string>): AsyncGenerator<Line> {
  let isOver = false;
  for await (const text of texts) {
    const line = lineSchema.safeParse(parse(text));
    if (!line.success || isOver) throw damaged();
    isOver = 'end' in line.data;
    yield line.data;
  }
  if (!isOver) throw damaged();
}

/** Opens a backup and reads its head. Reading further throws `RestoreError` where the file is damaged. */
export async function openBackup(path: string): Promise<{ head: Head; lines: AsyncGenerator<Line> }> {
  const texts = readable(textLines(path), path);
  const head = headSchema.safeParse(parse((await texts.next()).value));
  if (!head.success)
    throw new RestoreError(`このプログラムのバックアップではないか、読めない版のものです: ${path}`);
  return { head: head.data, lines: readLines(texts) };
}

/** Turns errors of the system and zlib about a file into words that an operator can act on. */
async function* readable(texts: AsyncGenerator<string>, path: string): AsyncGenerator<string> {
  try {
    yield* texts;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new RestoreError(`ファイルがありません: ${path}`);
    if (code.startsWith('Z_')) throw damaged();
    throw error;
  }
}
