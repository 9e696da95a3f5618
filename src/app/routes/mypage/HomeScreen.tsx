import { IconChevronRight, IconHistory, IconLogout } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router-dom';
import { HeroSkeleton } from '#features/dashboard/components/HeroSkeleton.tsx';
import { TodayHero } from '#features/dashboard/components/TodayHero.tsx';
import { WeekCard } from '#features/dashboard/components/WeekCard.tsx';
import { greetingOf } from '#features/dashboard/model.ts';
import { texts as todayTexts } from '#features/dashboard/texts.ts';
import { useToday } from '#features/dashboard/useToday.ts';
import { LibraryStrip } from '#features/library/components/LibraryStrip.tsx';
import { UnreadNotices } from '#features/notice/components/UnreadNotices.tsx';
import { useLogout } from '#features/sync-status/useLogout.tsx';
import { useSession } from '#shared/lib/account/useSession.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { now } from '#shared/lib/time/clock.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { FreshnessLine } from '#shared/ui/FreshnessLine.tsx';
import { MirrorView } from '#shared/ui/MirrorView.tsx';
import { useAfter } from '#shared/ui/useAfter.ts';
import styles from './HomeScreen.module.css';
import { texts } from './homeTexts.ts';

/** Comes when the page has settled, and never fails it: a lost chunk means no hint. */
const InstallHint = lazy(() =>
  import('#features/pwa/components/InstallHint.tsx').then(
    ({ InstallHint: hint }) => ({ default: hint }),
    () => ({ default: () => null }),
  ),
);

function useName(): string {
  const { user } = useSession();
  return user ? user.given_name || user.family_name : '';
}

function RecentLink() {
  return (
    <Link to={paths.recent()} className={styles.recent}>
      <IconHistory size={22} stroke={1.75} aria-hidden="true" />
      <span>{texts.recent}</span>
      <IconChevronRight size={20} aria-hidden="true" />
    </Link>
  );
}

/** Who is logged in, and the way out; visible without a menu (session.md 18). */
function Account() {
  const name = useName();
  const { start, isBusy, dialog } = useLogout();
  return (
    <footer className={styles.account}>
      <p>{name ? texts.account(name) : texts.accountUnknown}</p>
      <ActionButton
        data-testid="logout"
        disabled={isBusy}
        onClick={start}
        icon={<IconLogout size={20} aria-hidden="true" />}
      >
        {texts.logout}
      </ActionButton>
      {dialog}
    </footer>
  );
}

/** Today at a glance from what exists (product.md 2.3.E). */
export function HomeScreen() {
  const today = useToday();
  const name = useName();
  const isSettled = useAfter(1500);
  return (
    <>
      <h1 className={styles.greeting} tabIndex={-1}>
        {todayTexts.greeting(todayTexts.greetings[greetingOf(now())], name)}
      </h1>
      <div className={styles.columns}>
        <div className={styles.main}>
          <MirrorView mirror={today} shape={<HeroSkeleton />}>
            {(shown) => (
              <div className={styles.hero}>
                {today.isStale && today.savedAt !== null && (
                  <div className={styles.fresh}>
                    <FreshnessLine savedAt={today.savedAt} />
                  </div>
                )}
                <TodayHero today={shown} />
              </div>
            )}
          </MirrorView>
          <LibraryStrip />
        </div>
        <div className={styles.side}>
          {today.data && <WeekCard week={today.data.week} />}
          <RecentLink />
          <UnreadNotices />
        </div>
      </div>
      <Account />
      <Suspense fallback={null}>{isSettled && <InstallHint />}</Suspense>
    </>
  );
}
