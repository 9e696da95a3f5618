/** Reads a PDF as its reader would: the text of each page, in its order, without blanks. */
export async function textOfPdf(bytes: Uint8Array): Promise<string[]> {
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: VerbosityLevel.ERRORS });
  try {
    const pdf = await task.promise;
    const pages: string[] = [];
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const { items } = await (await pdf.getPage(number)).getTextContent();
      const text = items.map((item) => ('str' in item ? item.str : '')).join('');
      pages.push(text.replaceAll(/\s+/g, ''));
    }
    return pages;
  } finally {
    await task.destroy();
  }
}
