import {
  IconChevronLeft,
  IconChevronRight,
  IconTargetArrow,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { texts } from '../texts.ts';
import styles from './TextbookPane.module.css';

type Props = {
  page: number;
  pages: number;
  lessonPage: number | null;
  canZoomIn: boolean;
  canZoomOut: boolean;
  onPage: (page: number) => void;
  onZoom: (step: 1 | -1) => void;
};

/** Turning pages, zooming, and the way back to the page of the lesson. */
export function TextbookToolbar({ page, pages, lessonPage, canZoomIn, canZoomOut, onPage, onZoom }: Props) {
  return (
    <div className={styles.toolbar} role="toolbar" aria-label={texts.tools}>
      <IconButton
        label={texts.previous}
        isOff={page <= 1}
        onClick={() => onPage(page - 1)}
        icon={<IconChevronLeft />}
      />
      <span className={styles.pageNumber} aria-live="polite">
        {texts.page(page, pages)}
      </span>
      <IconButton
        label={texts.next}
        isOff={page >= pages}
        onClick={() => onPage(page + 1)}
        icon={<IconChevronRight />}
      />
      <span className={styles.gap} />
      {lessonPage !== null && (
        <IconButton label={texts.toLesson} onClick={() => onPage(lessonPage)} icon={<IconTargetArrow />} />
      )}
      <IconButton
        label={texts.zoomOut}
        isOff={!canZoomOut}
        onClick={() => onZoom(-1)}
        icon={<IconZoomOut />}
      />
      <IconButton label={texts.zoomIn} isOff={!canZoomIn} onClick={() => onZoom(1)} icon={<IconZoomIn />} />
    </div>
  );
}

function IconButton(props: { label: string; isOff?: boolean; onClick: () => void; icon: React.ReactNode }) {
  return (
    <button
      type="button"
      className={styles.iconButton}
      aria-label={props.label}
      title={props.label}
      disabled={props.isOff}
      onClick={props.onClick}
    >
      {props.icon}
    </button>
  );
}
