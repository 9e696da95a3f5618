import { IconChevronRight, IconPinFilled } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { Notice } from '#contracts/study.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { formatDay, parseTime } from '#shared/lib/text/format.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { Chip } from '#shared/ui/Chip.tsx';
import { texts } from '../texts.ts';
import styles from './NoticeRow.module.css';

/** The colour of a category; the words say the same. */
export function toneOf(category: string): 'red' | 'orange' | 'blue' | 'pink' | 'plain' {
  if (category === 'important') return 'red';
  if (category === 'maintenance') return 'orange';
  if (category === 'exam') return 'blue';
  return category === 'campaign' ? 'pink' : 'plain';
}

/** A notice in a list. Unread ones have a dot and the word; for guests there is no read state. */
export function NoticeRow({ notice, isPublic }: { notice: Notice; isPublic: boolean }) {
  const published = parseTime(notice.published_at);
  const address = isPublic ? paths.publicNotice : paths.noticeDetail;
  return (
    <Link to={address(notice.id)} className={styles.row} data-read={isPublic ? undefined : notice.is_read}>
      {!isPublic && <span className={styles.dot} aria-hidden="true" />}
      <span className={styles.body}>
        <span className={styles.facts}>
          {!isPublic && !notice.is_read && <span className="visually-hidden">{texts.unread}</span>}
          {published !== null && (
            <time dateTime={new Date(published).toISOString()}>{formatDay(published, serverNow())}</time>
          )}
          <Chip tone={toneOf(notice.category)}>{texts.category(notice.category)}</Chip>
          {notice.is_pinned && (
            <span className={styles.pin}>
              <IconPinFilled size={14} aria-hidden="true" />
              <span className="visually-hidden">{texts.pinned}</span>
            </span>
          )}
        </span>
        <span className={styles.title}>{notice.title}</span>
      </span>
      <IconChevronRight className={styles.arrow} size={20} aria-hidden="true" />
    </Link>
  );
}
