import type { ReactNode } from 'react';
import { useLocation, useMatches } from 'react-router-dom';
import { useSession, useSessionMark } from '#shared/lib/account/useSession.ts';
import { useObservable } from '#shared/lib/observable/useObservable.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { pageName } from '#shared/ui/pageName.ts';
import { Layout } from '../layouts/Layout.tsx';
import { isBare } from '../layouts/layoutNames.ts';
import { mergeMeta } from '../routeMeta.ts';
import { BlueAlertBar } from './BlueAlertBar.tsx';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { Header } from './Header.tsx';
import { trailOf } from './navigation.ts';
import { PageAnnouncer } from './PageAnnouncer.tsx';
import { PublicFooter } from './PublicFooter.tsx';
import { PublicHeader } from './PublicHeader.tsx';
import styles from './Shell.module.css';
import { texts } from './texts.ts';
import { useLateBars } from './useLateBars.ts';

/**
 * The frame around every page (specification.md 2: "the shell shows the current page and a blue notification bar"). It
 * stays mounted while pages change; the layout inside comes from the route table.
 */
export function Shell({ children }: { children: ReactNode }) {
  const { state } = useSession();
  const { pathname } = useLocation();
  const {
    title = '',
    layout = 'default',
    width,
    frame,
    auth,
  } = mergeMeta(useMatches().map((match) => match.handle));
  const name = useObservable(pageName) || title;
  const bare = isBare(layout);
  const trail = trailOf(pathname, name);
  // A page for members has their frame while the session is pending too, so that nothing moves when it is decided.
  const isNamed = state === 'in' || (state === 'pending' && auth === true);
  return (
    <Frame>
      <a className={styles.skip} href="#main">
        {texts.skip}
      </a>
      {frame === 'public' ? (
        <PublicHeader session={state} trail={trail} />
      ) : (
        <Header
          session={state}
          isNamed={isNamed}
          bare={bare}
          layout={layout}
          trail={trail}
          withLogin={pathname !== paths.login()}
        />
      )}
      <BlueAlertBar />
      {!bare && (
        <Breadcrumbs
          trail={trail}
          layout={width && width !== 'reading' ? 'mypage' : layout}
          isInHeader={isNamed && frame !== 'public'}
        />
      )}
      <PageAnnouncer title={name} />
      <main id="main" className={styles.main} tabIndex={-1}>
        <Layout name={layout} width={width}>
          {children}
        </Layout>
      </main>
      {frame === 'public' && <PublicFooter />}
      <LateBars />
    </Frame>
  );
}

/** Puts the session's state on the page (session.md 18). */
function Frame({ children }: { children: ReactNode }) {
  return (
    <div className={styles.shell} data-testid="shell" data-session={useSessionMark()}>
      {children}
    </div>
  );
}

/** A separate component, so that loading them renders nothing else again. */
function LateBars() {
  const late = useLateBars();
  return (
    late && (
      <>
        <late.StatusStrip />
        <late.UndoBar />
        <late.SavingBar />
        <late.UpdateBar />
      </>
    )
  );
}
