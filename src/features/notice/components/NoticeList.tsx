import type { Notice } from '#contracts/study.ts';
import { texts } from '../texts.ts';
import styles from './NoticeList.module.css';
import { NoticeRow } from './NoticeRow.tsx';

/** Notices one below the other, in the order given. `isPublic`: as guests see them. */
export function NoticeList({
  notices,
  isPublic = false,
}: {
  notices: readonly Notice[];
  isPublic?: boolean;
}) {
  return (
    <ul className={styles.list} aria-label={texts.listLabel}>
      {notices.map((notice) => (
        <li key={notice.id}>
          <NoticeRow notice={notice} isPublic={isPublic} />
        </li>
      ))}
    </ul>
  );
}
