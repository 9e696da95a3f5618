import { readFile } from 'node:fs/promises';

/** Number of pages of a PDF. Throws for a file that is damaged or protected by a password. */
export async function countPages(source: string): Promise<number> {
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const task = getDocument({
    data: new Uint8Array(await readFile(source)),
    verbosity: VerbosityLevel.ERRORS,
  });
  try {
    return (await task.promise).numPages;
  } finally {
    await task.destroy();
  }
}
