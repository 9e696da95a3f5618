import { Link, useLocation } from 'react-router-dom';
import styles from './MorePlaces.module.css';
import { barePlaces, morePlaces } from './places.ts';
import { texts } from './texts.ts';

/**
 * Links to a learner's other places besides the five of the bar, at the end of each of their pages (session.md 18).
 * `isAlone`: the page has no bar, so these are its only links to the places.
 */
export function MorePlaces({ isAlone = false }: { isAlone?: boolean }) {
  const { pathname } = useLocation();
  return (
    <nav className={styles.nav} aria-label={texts.morePlaces} data-print="hide">
      <ul className={styles.list}>
        {(isAlone ? barePlaces : morePlaces).map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className={styles.link} aria-current={pathname === to ? 'page' : undefined}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
