import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { ActionButton } from '#shared/ui/Action.tsx';
import { summarise } from '../model.ts';
import { texts } from '../texts.ts';
import { useCourseDownload, useLessonDownload } from '../useDownloads.ts';
import { useAnnouncement } from '../useProgress.ts';
import { DownloadStatus } from './DownloadStatus.tsx';
import { KeepSheet, type Scope } from './KeepSheet.tsx';
import styles from './LessonDownload.module.css';

/** Whether this browser can keep lessons at all. */
function canKeep(): boolean {
  return 'serviceWorker' in navigator && 'caches' in globalThis && 'subtle' in crypto;
}

/** Keeping the lesson on screen: the button, or the state of its download. */
export function LessonDownload({
  inventory,
  lesson,
  scopes,
}: {
  inventory: string;
  lesson: { id: string; name: string };
  /** This lesson, its chapter, the course. */
  scopes: readonly Scope[];
}) {
  const rows = useLessonDownload(lesson.id);
  const [isOpen, setOpen] = useState(false);
  if (!rows || !canKeep()) return null;
  return (
    <div className={styles.lesson} data-print="hide">
      {rows.length > 0 ? (
        <DownloadStatus rows={rows} />
      ) : (
        <ActionButton
          className={styles.keep}
          aria-label={texts.keepLesson(lesson.name)}
          icon={<IconDownload size={20} stroke={1.75} aria-hidden="true" />}
          onClick={() => setOpen(true)}
        >
          {texts.keep}
        </ActionButton>
      )}
      {isOpen && (
        <KeepSheet inventory={inventory} scopes={scopes} first="lesson" onClose={() => setOpen(false)} />
      )}
    </div>
  );
}

/** Keeping several lessons at once, a chapter or the course: what is kept already, and the button for the rest. */
export function GroupDownload({
  inventory,
  course,
  scope,
  label,
  isCompact = false,
  className,
}: {
  inventory: string;
  course: string;
  scope: Scope;
  /** The text of the button, and its full name for screen readers. */
  label: { short: string; full: string };
  /** On a phone the button shows only its icon. */
  isCompact?: boolean;
  className?: string | undefined;
}) {
  const all = useCourseDownload(course);
  const [isOpen, setOpen] = useState(false);
  if (!all || !canKeep()) return null;
  const { lessons } = scope;
  const rows = all.filter(({ lesson }) => lessons === null || lessons.includes(lesson));
  const { state, ready, count } = summarise(rows);
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={count > 0 ? `${label.full}(${texts.courseReady(ready, count)})` : label.full}
        data-download={state}
        data-compact={isCompact ? '' : undefined}
        onClick={() => setOpen(true)}
      >
        <IconDownload size={20} stroke={1.75} aria-hidden="true" />
        <span className={styles.short}>{label.short}</span>
        {count > 0 && <span className={styles.count}>{`${ready}/${count}`}</span>}
      </button>
      {isOpen && (
        <KeepSheet
          inventory={inventory}
          scopes={[scope]}
          first={scope.name}
          rows={rows}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** Announces when keeping lessons of a course begins, waits or ends; used once per page. */
export function DownloadAnnouncer({ course }: { course: string }) {
  const rows = useCourseDownload(course);
  const words = useAnnouncement(rows && summarise(rows));
  return (
    <p className="visually-hidden" role="status" data-testid="download-news">
      {words}
    </p>
  );
}
