import { Link } from 'react-router-dom';
import { legalLinks } from '#shared/lib/pages/publicLinks.ts';
import styles from './landing.module.css';

/** The foot of a landing page that stands alone, without the frame of the public site. `label`: what it is called. */
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
