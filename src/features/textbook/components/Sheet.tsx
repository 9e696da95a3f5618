import { useEffect, useRef, useState } from 'react';
import { isImeKey } from '#shared/lib/text/imeKey.ts';
import { drawPage, type PdfDocument } from '../pdfDocument.ts';
import { texts } from '../texts.ts';
import styles from './TextbookPane.module.css';

/** Keys that turn the page, and by how many pages. */
const turns: Record<string, 1 | -1> = { PageDown: 1, PageUp: -1 };

/** One page as a picture with its text over it. Its width is the available width times the zoom. */
export function Sheet({
  name,
  document,
  page,
  zoom,
  onTurn,
}: {
  name: string;
  document: PdfDocument;
  page: number;
  zoom: number;
  onTurn: (step: 1 | -1) => void;
}) {
  const host = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const width = useWidth(host);
  const [drawn, setDrawn] = useState<number | null>(null);

  useEffect(() => {
    if (!canvas.current || !text.current || width === 0) return;
    const drawing = drawPage(document, page, width * zoom, canvas.current, text.current);
    drawing.done.then(
      () => setDrawn(page),
      (error: unknown) => console.error('textbook: a page could not be drawn', error),
    );
    return drawing.cancel;
  }, [document, page, width, zoom]);

  return (
    <section
      ref={host}
      className={styles.scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard (WCAG 2.1.1)
      tabIndex={0}
      aria-label={texts.pageImage(name, page)}
      aria-busy={drawn !== page}
      data-testid="textbook-page"
      data-page={page}
      onKeyDown={(event) => {
        const step = isImeKey(event.nativeEvent) ? undefined : turns[event.key];
        if (!step) return;
        event.preventDefault();
        onTurn(step);
      }}
    >
      <div className={styles.sheet} style={{ width: width ? width * zoom : undefined }}>
        <canvas ref={canvas} className={styles.canvas} />
        <div ref={text} className={styles.text} />
      </div>
    </section>
  );
}

/** The width available for the page in px; 0 until known. It is measured again when the divider moves. */
function useWidth(host: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!host.current) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isFirst = true;
    const observer = new ResizeObserver(([entry]) => {
      const next = Math.floor(entry?.contentRect.width ?? 0);
      clearTimeout(timer);
      timer = setTimeout(() => setWidth(next), isFirst ? 0 : 120);
      isFirst = false;
    });
    observer.observe(host.current);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [host]);
  return width;
}
