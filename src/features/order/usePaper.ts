import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import type { Document } from '#contracts/shopDocument.ts';
import { describeFailure } from '#shared/form/failure.ts';
import { isOutage } from '#shared/lib/errors.ts';
import { getFile } from '#shared/lib/http/getFile.ts';
import { readKept, writeKept } from '#shared/lib/shop/keptAnswers.ts';
import { getPapers } from './api.ts';
import { texts } from './texts.ts';

const type = 'application/pdf';
/** Looks for a paper that is being made, and the pause between them, ms: it takes seconds (money.md 4.17). */
const looks = 20;
const pauseMs = 1500;
/** Larger files are not kept on the device, bytes. */
const mostKept = 400_000;

const keptSchema = z.string();
const keptName = (id: string) => `paper.${id}`;

const rest = () => new Promise((resolve) => setTimeout(resolve, pauseMs));

async function textOf(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

function blobOf(text: string): Blob {
  return new Blob([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], { type });
}

/** Waits until a paper is made; `null`: it takes longer than anybody should wait. */
async function whenReady(order: string, paper: Document): Promise<Document | null> {
  let known = paper;
  for (let look = 0; look < looks; look += 1) {
    if (known.is_ready) return known;
    await rest();
    const { results } = await getPapers(order, { isReload: true });
    known = results.find(({ id }) => id === paper.id) ?? known;
  }
  return null;
}

/** The bytes of a paper: the server's, else those that were opened on this device before. */
async function bytesOf(owner: string, order: string, paper: Document): Promise<Blob | null> {
  try {
    const ready = await whenReady(order, paper);
    const blob = ready && (await getFile(ready.url, type));
    if (blob && blob.size <= mostKept) writeKept(owner, keptName(paper.id), await textOf(blob));
    return blob;
  } catch (error) {
    const kept = isOutage(error) ? readKept(owner, keptName(paper.id), keptSchema) : null;
    if (kept) return blobOf(kept.data);
    throw error;
  }
}

/** What became of a paper that somebody wants to see. */
export type PaperState =
  | { kind: 'idle' }
  | { kind: 'working' }
  | { kind: 'failed'; words: string }
  | { kind: 'ready'; url: string };

/**
 * Brings the PDF of a paper of an order: waits until it is made, and has an address of it for links. The window of an
 * installed app has no way back from a PDF, so nothing opens by itself. What was brought once is there without a network.
 */
export function usePaper(owner: string, order: string) {
  const [state, setState] = useState<PaperState>({ kind: 'idle' });
  const url = useRef('');
  useEffect(() => () => URL.revokeObjectURL(url.current), []);

  const open = async (find: () => Promise<Document>) => {
    if (state.kind === 'working') return;
    setState({ kind: 'working' });
    try {
      const blob = await bytesOf(owner, order, await find());
      if (!blob) return setState({ kind: 'failed', words: texts.receipt.late });
      URL.revokeObjectURL(url.current);
      url.current = URL.createObjectURL(blob);
      setState({ kind: 'ready', url: url.current });
    } catch (error) {
      setState({ kind: 'failed', words: describeFailure(error) });
    }
  };
  return { state, open };
}
