import { Link } from 'react-router-dom';
import { legalLinks } from '#shared/lib/pages/publicLinks.ts';
import styles from './landing.module.css';

/** The footer of a landing page without the public site's frame. `label`: its accessible name. */
export function LegalNav({ label }: { label: string }) {
  return (
    <nav className={styles.legal} aria-label={label} data-print="hide">
      <ul>
        {legalLinks.map(({ to, label }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
