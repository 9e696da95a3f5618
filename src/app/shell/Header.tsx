import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { useObservable } from '#shared/lib/observable/useObservable.ts';
import type { LayoutName } from '#shared/lib/pages/pageRow.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { Logo } from '#shared/ui/Logo.tsx';
import { Back } from './Back.tsx';
import { CartLink } from './CartLink.tsx';
import styles from './Header.module.css';
import type { Crumb } from './navigation.ts';
import { texts } from './texts.ts';
import { bringMemberTools, memberTools } from './toolsSlot.ts';

/** The data that the header needs. `bare`: only the logo, as on exam and maintenance screens. */
export type HeaderProps = {
  session: 'pending' | 'in' | 'out';
  /** Whether it shows the name of the current page on a phone. */
  isNamed: boolean;
  bare: boolean;
  /** The bar is as wide as the page below it. */
  layout: LayoutName;
  /** Path to the current page, the page itself last; empty on home pages. */
  trail: Crumb[];
  /** Whether a guest sees the login button: not on the login screen itself. */
  withLogin: boolean;
};

/**
 * The bar at the top. For a member it shows the name of the current page on a phone, and the places on a wide screen. A
 * bare header shows the page's name on a wide screen, where other pages have breadcrumbs (specification.md 2).
 */
export function Header({ session, isNamed, bare, layout, trail, withLogin }: HeaderProps) {
  const isMember = session === 'in';
  const Tools = useObservable(memberTools);
  const needsTools = isMember && !bare;
  useEffect(() => {
    if (needsTools) bringMemberTools();
  }, [needsTools]);
  const here = isNamed || bare ? trail.at(-1) : undefined;
  return (
    <header className={styles.header} data-print="hide">
      <div className={styles.bar} data-layout={layout}>
        {!bare && <Back trail={trail} />}
        <Link
          to={isMember ? paths.mypage() : paths.home()}
          className={here && !bare ? `${styles.logo} ${styles.small}` : styles.logo}
          aria-label={texts.home}
        >
          <Logo />
        </Link>
        {here && (
          <span
            className={bare ? styles.name : styles.here}
            aria-hidden={!bare}
            aria-current={bare ? 'page' : undefined}
          >
            {here.title}
          </span>
        )}
        {needsTools && Tools && <Tools />}
        {needsTools && <CartLink />}
        {session === 'out' && !bare && withLogin && (
          <ActionLink to={paths.login()} className={styles.login}>
            {texts.login}
          </ActionLink>
        )}
      </div>
    </header>
  );
}
