import { IconChevronLeft, IconChevronRight, IconList } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Notice } from '#contracts/study.ts';
import { formatDay, parseTime } from '#shared/lib/text/format.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { Chip } from '#shared/ui/Chip.tsx';
import { usePageName } from '#shared/ui/pageName.ts';
import { texts } from '../texts.ts';
import { toneOf } from './NoticeRow.tsx';
import styles from './NoticeText.module.css';

/** A notice: date, category, title, and its text as `children`. */
export function NoticeText({ notice, children }: { notice: Notice; children: ReactNode }) {
  const published = parseTime(notice.published_at);
  usePageName(notice.title);
  return (
    <article className={styles.article}>
      <p className={styles.facts}>
        {published !== null && (
          <time dateTime={new Date(published).toISOString()}>{formatDay(published, serverNow())}</time>
        )}
        <Chip tone={toneOf(notice.category)}>{texts.category(notice.category)}</Chip>
      </p>
      <h1 className={styles.title} tabIndex={-1}>
        {notice.title}
      </h1>
      <div className={styles.body}>{children}</div>
    </article>
  );
}

/** Links to the notices before and after it, and back to the list. */
export function NoticeAround({
  previous,
  next,
  list,
  addressOf,
}: {
  previous: string | null;
  next: string | null;
  /** Address of the list, and of a notice. */
  list: string;
  addressOf: (id: string) => string;
}) {
  return (
    <nav className={styles.around} aria-label={texts.around}>
      {previous !== null && (
        <ActionLink
          to={addressOf(previous)}
          className={styles.previous}
          icon={<IconChevronLeft size={20} aria-hidden="true" />}
        >
          {texts.previous}
        </ActionLink>
      )}
      <ActionLink
        to={list}
        look="quiet"
        className={styles.list}
        icon={<IconList size={20} aria-hidden="true" />}
      >
        {texts.toList}
      </ActionLink>
      {next !== null && (
        <ActionLink
          to={addressOf(next)}
          className={styles.next}
          icon={<IconChevronRight size={20} aria-hidden="true" />}
        >
          {texts.next}
        </ActionLink>
      )}
    </nav>
  );
}
