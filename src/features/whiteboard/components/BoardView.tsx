import { IconChevronLeft, IconChevronRight, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import type { Board } from '#contracts/lesson.ts';
import { zoomSteps } from '../model.ts';
import { texts } from '../texts.ts';
import { useZoom } from '../useZoom.ts';
import styles from './BoardView.module.css';

/** One board, large, with zoom and panning. If the picture is missing, its description is shown. */
export function BoardView({
  board,
  number,
  all,
  onPrevious,
  onNext,
  isFollowing,
}: {
  board: Board;
  number: number;
  all: number;
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
  /** The video changes the board: then nothing is announced, because it would cover the teacher's voice. */
  isFollowing: boolean;
}) {
  const box = useRef<HTMLElement>(null);
  const { zoom, step } = useZoom(box, board.id);
  const [missing, setMissing] = useState<string | null>(null);
  const most = zoomSteps[zoomSteps.length - 1] ?? 1;
  return (
    <figure className={styles.view}>
      {/* Focusable, so that keys zoom and scroll it (WCAG 2.1.1). */}
      <section
        ref={box}
        className={styles.window}
        data-zoomed={zoom > 1}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        aria-label={texts.board(number, all)}
        title={zoom > 1 ? undefined : texts.keys}
      >
        {missing === board.id ? (
          <Description board={board} />
        ) : (
          <img
            key={board.id}
            className={styles.picture}
            style={{ width: `${zoom * 100}%` }}
            src={board.url}
            alt={texts.boardImage(number, board.alt)}
            width={1280}
            height={720}
            draggable={false}
            decoding="async"
            onError={() => setMissing(board.id)}
          />
        )}
      </section>
      <figcaption className={styles.bar}>
        <Tool label={texts.previous} onClick={onPrevious} icon={<IconChevronLeft />} />
        <span className={styles.number} aria-live={isFollowing ? 'off' : 'polite'}>
          {texts.board(number, all)}
        </span>
        <Tool label={texts.next} onClick={onNext} icon={<IconChevronRight />} />
        <span className={styles.gap} />
        <Tool label={texts.zoomOut} onClick={zoom > 1 ? () => step(-1) : null} icon={<IconZoomOut />} />
        <span className={styles.zoom} aria-live="polite">
          {texts.zoom(zoom)}
        </span>
        <Tool label={texts.zoomIn} onClick={zoom < most ? () => step(1) : null} icon={<IconZoomIn />} />
      </figcaption>
    </figure>
  );
}

function Description({ board }: { board: Board }) {
  return (
    <div className={styles.missing}>
      <p>{texts.notSaved}</p>
      {board.alt && (
        <p className={styles.words}>
          <strong>{texts.describedAs}</strong>
          {board.alt}
        </p>
      )}
    </div>
  );
}

function Tool({ label, onClick, icon }: { label: string; onClick: (() => void) | null; icon: ReactNode }) {
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={label}
      title={label}
      disabled={!onClick}
      onClick={onClick ?? undefined}
    >
      {icon}
    </button>
  );
}
