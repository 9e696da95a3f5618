import type { AppContext } from '../deps.ts';

/** Somebody's paper as an answer: shown in the browser, stored by no cache on the way. */
export function pdfAnswer(c: AppContext, bytes: Uint8Array<ArrayBuffer>, name: string): Response {
  return c.body(bytes, 200, {
    'Content-Type': 'application/pdf',
    'Content-Disposition': `inline; filename="${name}.pdf"`,
    'Cache-Control': 'private, no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  });
}
