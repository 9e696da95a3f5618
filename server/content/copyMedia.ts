import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, mkdir, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PackFile } from './mediaFile.ts';

/** The size of a file, or `null` when it is not there. */
async function sizeOf(path: string): Promise<number | null> {
  return stat(path).then(
    (info) => info.size,
    () => null,
  );
}

/**
 * Copies the files into the media folder, each under a name that carries its hash; those that are there already are
 * left alone. A file appears whole or not at all. Answers how many were copied.
 */
export async function copyMedia(mediaDir: string, files: PackFile[]): Promise<number> {
  let copied = 0;
  for (const file of files) {
    const target = join(mediaDir, file.target);
    if ((await sizeOf(target)) === file.size) continue;
    await mkdir(dirname(target), { recursive: true });
    const unfinished = join(dirname(target), `.${randomUUID()}`);
    await copyFile(file.source, unfinished, constants.COPYFILE_FICLONE);
    await rename(unfinished, target);
    copied += 1;
  }
  return copied;
}
