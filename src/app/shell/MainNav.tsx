import { IconBook2, IconHome, IconPencil, IconRepeat, IconUser } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router-dom';
import styles from './MainNav.module.css';
import { type PlaceName, placeOf, places } from './places.ts';
import { texts } from './texts.ts';

const icons: Record<PlaceName, typeof IconHome> = {
  home: IconHome,
  course: IconBook2,
  exam: IconPencil,
  review: IconRepeat,
  mine: IconUser,
};

/**
 * The places of a learner: one list. The style sheet puts it into the header of a wide screen, and at the bottom of a
 * phone, in reach of the thumb (architecture.md 8).
 */
export function MainNav() {
  const here = placeOf(useLocation().pathname);
  return (
    <nav className={styles.nav} aria-label={texts.mainNav} data-bottom-bar="" data-print="hide">
      <ul className={styles.list}>
        {places.map(({ name, to, label }) => {
          const Icon = icons[name];
          return (
            <li key={name} className={styles.item}>
              <Link to={to} className={styles.link} aria-current={name === here ? 'page' : undefined}>
                <span className={styles.icon}>
                  <Icon size={24} stroke={1.75} aria-hidden="true" />
                </span>
                {label}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
