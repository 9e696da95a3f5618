/** Content type of order papers. */
export const pdfType = 'application/pdf';
/** Larger files are not kept on the device, bytes. */
export const mostKeptBytes = 400_000;

/** A PDF as text that can be kept beside other answers. */
export async function textOfPdf(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** The PDF that was stored as text. */
export function pdfOfText(text: string): Blob {
  return new Blob([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], { type: pdfType });
}
