import { IconBell, IconSearch } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useSession } from '#shared/lib/account/useSession.ts';
import { unreadNotices } from '#shared/lib/mirror/unreadNotices.ts';
import { useObservable } from '#shared/lib/observable/useObservable.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import styles from './Header.module.css';
import { MainNav } from './MainNav.tsx';
import { placesTexts as texts } from './placesTexts.ts';

/** The number on the bell. */
function useUnread(): number {
  const { user } = useSession();
  const known = useObservable(unreadNotices);
  return known ?? user?.unread_count ?? 0;
}

/** The places of a learner, the link to the search, and the bell. */
export function MemberTools() {
  const unread = useUnread();
  return (
    <>
      <MainNav />
      <Link to={paths.search()} className={styles.tool} aria-label={texts.search}>
        <IconSearch size={24} stroke={1.75} aria-hidden="true" />
      </Link>
      <Link to={paths.notice()} className={styles.tool} aria-label={texts.notices(unread)}>
        <IconBell size={24} stroke={1.75} aria-hidden="true" />
        {unread > 0 && (
          <span className={styles.badge} aria-hidden="true">
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </Link>
    </>
  );
}
