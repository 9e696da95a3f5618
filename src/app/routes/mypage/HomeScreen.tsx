import { IconChevronRight, IconHistory, IconLogout, IconReceipt, IconTicket } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { Link } from 'react-router-dom';
import { HeroSkeleton } from '#features/dashboard/components/HeroSkeleton.tsx';
import { TodayHero } from '#features/dashboard/components/TodayHero.tsx';
import { WeekCard } from '#features/dashboard/components/WeekCard.tsx';
import { greetingOf } from '#features/dashboard/model.ts';
import { texts as todayTexts } from '#features/dashboard/texts.ts';
import { useToday } from '#features/dashboard/useToday.ts';
import { LibraryStrip } from '#features/library/components/LibraryStrip.tsx';
import { UnreadNotices } from '#features/notice/components/UnreadNotices.tsx';
import { unpaidRoom } from '#features/order/unpaidRoom.ts';
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

/** Loaded when the page has settled, and it never breaks the page: if its chunk is lost, there is no hint. */
const InstallHint = lazy(() =>
  import('#features/pwa/components/InstallHint.tsx').then(
    ({ InstallHint: hint }) => ({ default: hint }),
    () => ({ default: () => null }),
  ),
);

/**
 * Loaded when the page has settled, because unpaid orders do not change what is learned next; at once where they stood
 * last time, because they stand above everything else.
 */
const UnpaidOrders = lazy(() =>
  import('#features/order/components/UnpaidOrders.tsx').then(
    ({ UnpaidOrders: orders }) => ({ default: orders }),
    () => ({ default: () => null }),
  ),
);

/** Loaded when the page has settled: the next exam, and today's review. */
const HomeExam = lazy(() =>
  import('#features/mock-exam/components/HomeExam.tsx').then(
    ({ HomeExam: next }) => ({ default: next }),
    () => ({ default: () => null }),
  ),
);
const HomeReview = lazy(() =>
  import('#features/review/components/HomeReview.tsx').then(
    ({ HomeReview: today }) => ({ default: today }),
    () => ({ default: () => null }),
  ),
);

function useName(): string {
  const { user } = useSession();
  return user ? user.given_name || user.family_name : '';
}

function PlaceLink({ to, icon, children }: { to: string; icon: ReactNode; children: string }) {
  return (
    <Link to={to} className={styles.recent}>
      {icon}
      <span>{children}</span>
      <IconChevronRight size={20} aria-hidden="true" />
    </Link>
  );
}

/** The learner's places that are not in the bar: the watch history and the orders. */
function Places() {
  const look = { size: 22, stroke: 1.75, 'aria-hidden': true } as const;
  return (
    <nav className={styles.places} aria-label={texts.places}>
      <PlaceLink to={paths.recent()} icon={<IconHistory {...look} />}>
        {texts.recent}
      </PlaceLink>
      <PlaceLink to={paths.history()} icon={<IconReceipt {...look} />}>
        {texts.history}
      </PlaceLink>
      <PlaceLink to={paths.coupon()} icon={<IconTicket {...look} />}>
        {texts.coupon}
      </PlaceLink>
    </nav>
  );
}

/** Who is logged in, and the logout; visible without a menu (session.md 18). */
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

/** Today at a glance, from the existing parts (product.md 2.3.E). */
export function HomeScreen() {
  const today = useToday();
  const name = useName();
  const isSettled = useAfter(1500);
  const { user } = useSession();
  const isEarly = !today.data && !today.error;
  const room = user ? unpaidRoom.read(user.id) : 0;
  return (
    <>
      <h1 className={styles.greeting} tabIndex={-1}>
        {todayTexts.greeting(todayTexts.greetings[greetingOf(now())], name)}
      </h1>
      <Suspense fallback={room > 0 && <div className={styles.unpaid} style={{ height: room }} />}>
        {(isSettled || room > 0) && user && <UnpaidOrders owner={user.id} />}
      </Suspense>
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
          <LibraryStrip isEarly={isEarly} />
          <Suspense fallback={null}>{isSettled && <HomeReview />}</Suspense>
          <Suspense fallback={null}>{isSettled && <HomeExam />}</Suspense>
        </div>
        <div className={styles.side}>
          {today.data && <WeekCard week={today.data.week} />}
          {isEarly && <div className={styles.week} />}
          <Places />
          <UnreadNotices />
        </div>
      </div>
      <Account />
      <Suspense fallback={null}>{isSettled && <InstallHint />}</Suspense>
    </>
  );
}
