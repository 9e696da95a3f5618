import { IconChevronRight, IconHistory, IconLogout, IconReceipt, IconTicket } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
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
import { type HomePart, keptRoom } from '#shared/ui/keptRoom.ts';
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

/** Parts that not everybody has, and that do not change what is learned next: see `Later`. */
const UnpaidOrders = lazy(() =>
  import('#features/order/components/UnpaidOrders.tsx').then(
    ({ UnpaidOrders: orders }) => ({ default: orders }),
    () => ({ default: () => null }),
  ),
);

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

type LaterProps = {
  part: HomePart;
  isSettled: boolean;
  isEarly?: boolean;
  className?: string;
  children: (shape: ReactNode) => ReactNode;
};

/**
 * A part that is loaded when the page has settled. Where it stood last time, it has its room from the start and does
 * not wait for that, only for what stands above it (`isEarly`): a room whose part has gone is closed soon.
 */
function Later({ part, isSettled, isEarly = false, className, children }: LaterProps) {
  const owner = useSession().user?.id;
  const height = useMemo(() => (owner ? keptRoom.read(owner, part) : 0), [owner, part]);
  const shape = height > 0 && <div className={className} style={{ height }} />;
  const isTime = isSettled || (height > 0 && !isEarly);
  return <Suspense fallback={shape}>{isTime ? children(shape) : shape}</Suspense>;
}

/** Today at a glance, from the existing parts (product.md 2.3.E). */
export function HomeScreen() {
  const today = useToday();
  const name = useName();
  const isSettled = useAfter(1500);
  const { user } = useSession();
  const isEarly = !today.data && !today.error;
  return (
    <>
      <h1 className={styles.greeting} tabIndex={-1}>
        {todayTexts.greeting(todayTexts.greetings[greetingOf(now())], name)}
      </h1>
      <Later part="unpaid" isSettled={isSettled} className={styles.unpaid}>
        {(shape) => user && <UnpaidOrders owner={user.id} shape={shape} />}
      </Later>
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
          <Later part="review" isSettled={isSettled} isEarly={isEarly}>
            {(shape) => <HomeReview shape={shape} />}
          </Later>
          <Later part="exam" isSettled={isSettled} isEarly={isEarly}>
            {(shape) => <HomeExam shape={shape} />}
          </Later>
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
