const header = Buffer.from('%PDF-', 'latin1');

/** Bytes from the beginning of a file in which readers look for the header of a PDF (pdf.js, Acrobat). */
export const pdfHeaderWithin = 1024;

/**
 * Whether bytes are a PDF by their header. A byte order mark, empty lines or the heads of an upload may stand before
 * it: programs write such files, and every reader opens them.
 */
export function hasPdfHeader(content: Uint8Array): boolean {
  return Buffer.from(content.subarray(0, pdfHeaderWithin)).includes(header);
}
