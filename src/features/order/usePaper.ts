import * as z from 'zod/mini';
import type { Document } from '#contracts/shopDocument.ts';
import { isOutage } from '#shared/lib/errors.ts';
import { getFile } from '#shared/lib/http/getFile.ts';
import { readKept, writeKept } from '#shared/lib/shop/keptAnswers.ts';
import { usePdf, whenMade } from '#shared/lib/shop/usePdf.ts';
import { getPapers } from './api.ts';

const type = 'application/pdf';
/** Larger files are not kept on the device, bytes. */
const mostKept = 400_000;

const keptSchema = z.string();
const keptName = (id: string) => `paper.${id}`;

async function textOf(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

function blobOf(text: string): Blob {
  return new Blob([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], { type });
}

/** A paper once it is made; `null`: it takes too long. */
async function madeOf(order: string, paper: Document, signal: AbortSignal): Promise<Document | null> {
  if (paper.is_ready) return paper;
  return whenMade(signal, async () => {
    const { results } = await getPapers(order, { isReload: true });
    return results.find(({ id, is_ready }) => id === paper.id && is_ready) ?? null;
  });
}

/** The bytes of a paper: the server's, else those that were opened on this device before. */
async function bytesOf(
  owner: string,
  order: string,
  paper: Document,
  signal: AbortSignal,
): Promise<Blob | null> {
  try {
    const made = await madeOf(order, paper, signal);
    const blob = made && (await getFile(made.url, type));
    if (blob && blob.size <= mostKept) writeKept(owner, keptName(paper.id), await textOf(blob));
    return blob;
  } catch (error) {
    const kept = isOutage(error) ? readKept(owner, keptName(paper.id), keptSchema) : null;
    if (kept) return blobOf(kept.data);
    throw error;
  }
}

/** Brings the PDF of a paper of an order, which `find` answers. What was brought once is there without a network. */
export function usePaper(owner: string, order: string) {
  const { state, open } = usePdf();
  return {
    state,
    open: (find: () => Promise<Document>) =>
      open(async (signal) => bytesOf(owner, order, await find(), signal)),
  };
}
