import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';

/** Asks a question at the terminal. Only a written yes counts; an end of the input does not. */
export async function askYes(question: string, input: Readable, output: Writable): Promise<boolean> {
  const lines = createInterface({ input, output });
  const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
  try {
    const answer = await Promise.race([lines.question(`${question} [はい/いいえ] `), ended]);
    return /^(?:y|yes|はい)$/i.test(answer.normalize('NFKC').trim());
  } finally {
    lines.close();
  }
}
