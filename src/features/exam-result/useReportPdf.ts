import { useState } from 'react';
import * as z from 'zod/mini';
import { isOutage } from '#shared/lib/errors.ts';
import { getFile } from '#shared/lib/http/getFile.ts';
import { readKept, writeKept } from '#shared/lib/shop/keptAnswers.ts';
import { mostKeptBytes, pdfOfText, pdfType, textOfPdf } from '#shared/lib/shop/pdfText.ts';
import { usePdf, whenMade } from '#shared/lib/shop/usePdf.ts';
import { askReportPdf, type WantedPdf } from './api.ts';

/** The one 成績表 kept on the device. There is room only for the last one, because exams use the same storage. */
const keptName = 'resultpdf';
const keptSchema = z.object({ of: z.string(), pdf: z.string() });

const nameOf = (exam: string, { version, naishin }: WantedPdf) => `${exam}/${version}/${naishin}`;

/**
 * Loads 成績表 as PDF: requests it, waits until it is made, and keeps the last one on this device until the learner logs
 * out. Without a network the kept one is used; `isKept` says so. `blob`: the bytes, because the page's policy (CSP)
 * does not allow reading them back from their blob address.
 */
export function useReportPdf(owner: string, exam: string) {
  const { state, open } = usePdf();
  const [isKept, setKept] = useState(false);
  const [blob, setBlob] = useState<Blob | null>(null);

  const bring = async (wanted: WantedPdf, signal: AbortSignal): Promise<Blob | null> => {
    setKept(false);
    try {
      const asked = await askReportPdf(exam, wanted);
      const blob = await whenMade(signal, () => getFile(asked.url, pdfType));
      if (blob && blob.size <= mostKeptBytes)
        writeKept(owner, keptName, { of: nameOf(exam, wanted), pdf: await textOfPdf(blob) });
      return blob;
    } catch (error) {
      const kept = isOutage(error) ? readKept(owner, keptName, keptSchema) : null;
      if (kept?.data.of !== nameOf(exam, wanted)) throw error;
      setKept(true);
      return pdfOfText(kept.data.pdf);
    }
  };
  const show = async (wanted: WantedPdf, signal: AbortSignal) => {
    const brought = await bring(wanted, signal);
    if (!signal.aborted) setBlob(brought);
    return brought;
  };
  return { state, isKept, blob, open: (wanted: WantedPdf) => open((signal) => show(wanted, signal)) };
}
