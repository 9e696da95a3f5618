import { Link, useLocation } from 'react-router-dom';
import { paths } from '#shared/lib/pages/paths.ts';
import { mypageLink } from '#shared/lib/pages/publicLinks.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { Logo } from '#shared/ui/Logo.tsx';
import { Back } from './Back.tsx';
import { CartLink } from './CartLink.tsx';
import header from './Header.module.css';
import type { Crumb } from './navigation.ts';
import styles from './PublicHeader.module.css';
import { PublicMenu } from './PublicMenu.tsx';
import { entryLinks, mainLinks } from './publicLinks.ts';
import { texts } from './texts.ts';

/** The links for this visitor: guests log in or sign up, members have their own page. */
function waysIn(session: 'pending' | 'in' | 'out', pathname: string) {
  if (session === 'in') return [mypageLink];
  return entryLinks.filter(({ to }) => to !== pathname);
}

/**
 * The bar of the public site: its places in a row, on a phone behind a menu, and the login links (product.md 2.0.1).
 */
export function PublicHeader({ session, trail }: { session: 'pending' | 'in' | 'out'; trail: Crumb[] }) {
  const { pathname } = useLocation();
  const ways = waysIn(session, pathname);
  return (
    <header className={`${header.header} ${styles.tight}`} data-print="hide">
      <div className={header.bar}>
        <Back trail={trail} />
        <Link to={paths.home()} className={header.logo} aria-label={texts.home}>
          <Logo />
        </Link>
        <nav className={styles.places} aria-label={texts.mainNav}>
          <ul className={styles.list}>
            {mainLinks.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} className={styles.place} aria-current={to === pathname ? 'page' : undefined}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <CartLink />
        {ways.map(({ to, label }, index) => (
          <ActionLink
            key={to}
            to={to}
            look={ways.length > 1 && index === ways.length - 1 ? 'primary' : 'plain'}
            className={`${header.login} ${styles.way} ${index > 0 ? styles.later : ''}`}
          >
            {label}
          </ActionLink>
        ))}
        <PublicMenu pathname={pathname} ways={ways.slice(1)} />
      </div>
    </header>
  );
}
