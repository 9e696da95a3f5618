const header = Buffer.from('%PDF-', 'latin1');

/** How many bytes from the beginning of a file readers search for the header of a PDF (pdf.js, Acrobat). */
export const pdfHeaderWithin = 1024;

/**
 * Whether bytes have the header of a PDF. A byte order mark, empty lines or the headers of an upload may come before
 * it: programs write such files, and every reader opens them.
 */
export function hasPdfHeader(content: Uint8Array): boolean {
  return Buffer.from(content.subarray(0, pdfHeaderWithin)).includes(header);
}
