import * as z from 'zod/mini';
import type { Document } from '#contracts/shopDocument.ts';
import { isOutage } from '#shared/lib/errors.ts';
import { getFile } from '#shared/lib/http/getFile.ts';
import { readKept, writeKept } from '#shared/lib/shop/keptAnswers.ts';
import { mostKeptBytes, pdfOfText, pdfType, textOfPdf } from '#shared/lib/shop/pdfText.ts';
import { usePdf, whenMade } from '#shared/lib/shop/usePdf.ts';
import { getPapers } from './api.ts';

const keptSchema = z.string();
const keptName = (id: string) => `paper.${id}`;

/** A document once it is made; `null`: this takes too long. */
async function madeOf(order: string, paper: Document, signal: AbortSignal): Promise<Document | null> {
  if (paper.is_ready) return paper;
  return whenMade(signal, async () => {
    const { results } = await getPapers(order, { isReload: true });
    return results.find(({ id, is_ready }) => id === paper.id && is_ready) ?? null;
  });
}

/** The bytes of a document: the server's; without a connection those opened earlier on this device. */
async function bytesOf(
  owner: string,
  order: string,
  paper: Document,
  signal: AbortSignal,
): Promise<Blob | null> {
  try {
    const made = await madeOf(order, paper, signal);
    const blob = made && (await getFile(made.url, pdfType));
    if (blob && blob.size <= mostKeptBytes) writeKept(owner, keptName(paper.id), await textOfPdf(blob));
    return blob;
  } catch (error) {
    const kept = isOutage(error) ? readKept(owner, keptName(paper.id), keptSchema) : null;
    if (kept) return pdfOfText(kept.data);
    throw error;
  }
}

/**
 * Opens the PDF of an order's document, which `find` returns. A PDF that was opened once is available without a
 * network.
 */
export function usePaper(owner: string, order: string) {
  const { state, open } = usePdf();
  return {
    state,
    open: (find: () => Promise<Document>) =>
      open(async (signal) => bytesOf(owner, order, await find(), signal)),
  };
}
