import type { PDFDocumentProxy } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?worker&url';
import { loadAgain } from '#shared/lib/loading/loadAgain.ts';

export type { PDFDocumentProxy as PdfDocument } from 'pdfjs-dist';

declare const __PDFJS_ASSETS__: string;

/**
 * pdf.js is large and only textbooks need it, so it is loaded on first use. The legacy build runs on three-year-old
 * phones.
 */
const loadPdfJs = loadAgain(() => import('pdfjs-dist/legacy/build/pdf.mjs'));

/** Browsers with Trusted Types start a worker only from an address that a named policy has approved. */
type AddressPolicy = { createScriptURL: (url: string) => unknown };
type TypesFactory = {
  createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => AddressPolicy;
};

let worker: Worker | null = null;

function trusted(url: string): string {
  const factory = (globalThis as { trustedTypes?: TypesFactory }).trustedTypes;
  const policy = factory?.createPolicy('worker-url', { createScriptURL: (address) => address });
  return policy ? (policy.createScriptURL(url) as string) : url;
}

/** One worker for all textbooks of this tab. It does the parsing, so that the page stays responsive. */
function pdfWorker(): Worker {
  worker ??= new Worker(trusted(workerUrl), { type: 'module' });
  return worker;
}

/**
 * Opens a PDF from its bytes. Japanese character maps and fonts come from this origin, so that a textbook also shows
 * its text without a network (offline.md 3.81).
 *
 * @throws whatever pdf.js says of a broken file.
 */
export async function openPdf(bytes: ArrayBuffer): Promise<PDFDocumentProxy> {
  const { getDocument, PDFWorker } = await loadPdfJs();
  const assets = new URL(__PDFJS_ASSETS__, location.origin).href;
  return getDocument({
    data: bytes,
    worker: PDFWorker.create({ port: pdfWorker() }),
    cMapUrl: `${assets}cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${assets}standard_fonts/`,
    wasmUrl: `${assets}wasm/`,
    iccUrl: `${assets}iccs/`,
  }).promise;
}

/** Largest canvas in pixels: phones refuse larger ones. */
const mostPixels = 16_000_000;

/** Canvas pixels per CSS pixel: sharp, but never more than the device can hold. */
function densityFor(area: number): number {
  return Math.min(globalThis.devicePixelRatio || 1, 3, Math.sqrt(mostPixels / Math.max(1, area)));
}

/** A page being drawn; `cancel` stops it when another page is wanted. */
export type Drawing = { done: Promise<void>; cancel: () => void };

/**
 * Draws page `pageNumber` (from 1) into `canvas`, `widthPx` CSS pixels wide. Its text goes into `textHost`, where it
 * can be selected and read aloud.
 */
export function drawPage(
  document: PDFDocumentProxy,
  pageNumber: number,
  widthPx: number,
  canvas: HTMLCanvasElement,
  textHost: HTMLElement,
): Drawing {
  let isCancelled = false;
  let stop = () => {};
  const draw = async () => {
    const [page, { TextLayer }] = await Promise.all([document.getPage(pageNumber), loadPdfJs()]);
    if (isCancelled) return;
    const scale = widthPx / page.getViewport({ scale: 1 }).width;
    const viewport = page.getViewport({ scale });
    const density = densityFor(viewport.width * viewport.height);
    canvas.width = Math.floor(viewport.width * density);
    canvas.height = Math.floor(viewport.height * density);
    canvas.style.aspectRatio = `${viewport.width} / ${viewport.height}`;
    const task = page.render({ canvas, viewport, transform: [density, 0, 0, density, 0, 0] });
    textHost.replaceChildren();
    textHost.style.setProperty('--total-scale-factor', String(scale));
    const layer = new TextLayer({
      textContentSource: page.streamTextContent(),
      container: textHost,
      viewport,
    });
    stop = () => {
      task.cancel();
      layer.cancel();
    };
    await Promise.all([task.promise, layer.render()]);
  };
  const done = draw().catch((error: unknown) => {
    if (!isCancelled) throw error;
  });
  return {
    done,
    cancel: () => {
      isCancelled = true;
      stop();
    },
  };
}
