import { Link } from 'react-router-dom';
import styles from './FilterLinks.module.css';

/** One filter in a row; `to` is the address with that filter applied. */
export type FilterLink = { key: string; label: string; to: string; isOn: boolean; count?: number };

/** Filters as real links: each has an address that survives reload, back and a new tab. Scrolls sideways on a phone. */
export function FilterLinks({ label, links }: { label: string; links: readonly FilterLink[] }) {
  return (
    <nav className={styles.nav} aria-label={label} data-print="hide">
      <ul className={styles.list}>
        {links.map(({ key, label: text, to, isOn, count }) => (
          <li key={key}>
            <Link
              to={to}
              className={styles.link}
              aria-current={isOn ? 'true' : undefined}
              preventScrollReset={true}
            >
              {text}
              {count !== undefined && count > 0 && <span className={styles.count}>{count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
