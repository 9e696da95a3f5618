import { useEffect, useRef, useState } from 'react';
import { isAbort, isOutage } from '#shared/lib/errors.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { TextSkeleton } from '#shared/ui/Skeleton.tsx';
import { StateCard } from '#shared/ui/StateCard.tsx';
import { readFileBytes } from '../fileBytes.ts';
import type { PageRange, TextbookFile } from '../model.ts';
import { openPdf, type PdfDocument } from '../pdfDocument.ts';
import { texts } from '../texts.ts';
import { Sheet } from './Sheet.tsx';
import styles from './TextbookPane.module.css';
import { TextbookToolbar } from './TextbookToolbar.tsx';

const zooms = [1, 1.5, 2, 3] as const;

/** A lesson that a page belongs to. */
export type PageLesson = { id: string; name: string };

type Props = {
  bundleId: string;
  file: TextbookFile;
  /** The pages of the current lesson in the book; `null`: it has none. */
  pages: PageRange | null;
  /** The lesson a page belongs to; `null`: no lesson, or the current one. */
  lessonOf: (page: number) => PageLesson | null;
  onLesson: (lessonId: string) => void;
};

type Opened =
  | { state: 'opening' }
  | { state: 'failed'; error: unknown }
  | { state: 'open'; document: PdfDocument };

/**
 * Opens the file, and frees the document when the book is closed. A new signature of the same file changes nothing:
 * only another file or another attempt opens it again.
 */
function usePdf(bundleId: string, file: TextbookFile): Opened {
  const [opened, setOpened] = useState<Opened>({ state: 'opening' });
  const latest = useRef(file);
  useEffect(() => {
    latest.current = file;
  });
  useEffect(() => {
    const stop = new AbortController();
    let document: PdfDocument | null = null;
    readFileBytes(bundleId, latest.current, stop.signal)
      .then(openPdf)
      .then(
        (pdf) => {
          document = pdf;
          if (stop.signal.aborted) void pdf.loadingTask.destroy();
          else setOpened({ state: 'open', document: pdf });
        },
        (error: unknown) => {
          if (!stop.signal.aborted && !isAbort(error)) setOpened({ state: 'failed', error });
        },
      );
    return () => {
      stop.abort();
      void document?.loadingTask.destroy();
    };
  }, [bundleId]);
  return opened;
}

/** The textbook of a course, opened at the page of the lesson, read inside the app (offline.md 3.82). */
export function TextbookPane(props: Props) {
  const [attempt, setAttempt] = useState(0);
  return <Book key={`${props.file.id} ${attempt}`} {...props} onRetry={() => setAttempt(attempt + 1)} />;
}

function Book({ onRetry, ...props }: Props & { onRetry: () => void }) {
  const opened = usePdf(props.bundleId, props.file);
  if (opened.state === 'open') return <OpenBook {...props} document={opened.document} />;
  if (opened.state === 'opening') {
    return (
      <div className={styles.opening} aria-busy="true">
        <p className="visually-hidden" role="status">
          {texts.loading}
        </p>
        <TextSkeleton lines={9} />
      </div>
    );
  }
  const isAway = isOutage(opened.error);
  return (
    <StateCard
      picture={isAway ? 'offline' : 'trouble'}
      title={isAway ? texts.notSavedTitle : texts.brokenTitle}
      level={3}
      role="alert"
      actions={<ActionButton onClick={onRetry}>{texts.retry}</ActionButton>}
    >
      {isAway ? texts.notSaved : texts.broken}
    </StateCard>
  );
}

function OpenBook({ file, document, pages, lessonOf, onLesson }: Props & { document: PdfDocument }) {
  const within = (page: number) => Math.min(Math.max(1, page), document.numPages);
  const lessonPage = pages ? within(pages.from) : null;
  const [page, setPage] = useState(lessonPage ?? 1);
  const [zoom, setZoom] = useState(0);
  // When the lesson changes, the book turns to the first page of the new lesson.
  const [shownLesson, setShownLesson] = useState(lessonPage);
  if (shownLesson !== lessonPage) {
    setShownLesson(lessonPage);
    if (lessonPage !== null) setPage(lessonPage);
  }
  const isOfLesson = pages !== null && pages.from <= page && page <= pages.to;
  const other = isOfLesson ? null : lessonOf(page);
  const turn = (wanted: number) => setPage(within(wanted));
  return (
    <section className={styles.book} aria-label={`${texts.title}: ${file.name}`} data-print="hide">
      <TextbookToolbar
        page={page}
        pages={document.numPages}
        lessonPage={isOfLesson ? null : lessonPage}
        canZoomIn={zoom < zooms.length - 1}
        canZoomOut={zoom > 0}
        onPage={turn}
        onZoom={(step) => setZoom((now) => Math.min(Math.max(0, now + step), zooms.length - 1))}
      />
      {other && (
        <div className={styles.other}>
          <p>{texts.otherLesson(other.name)}</p>
          <ActionButton look="quiet" onClick={() => onLesson(other.id)}>
            {texts.openLesson}
          </ActionButton>
        </div>
      )}
      <Sheet
        name={file.name}
        document={document}
        page={page}
        zoom={zooms[zoom] ?? 1}
        onTurn={(step) => turn(page + step)}
      />
    </section>
  );
}
