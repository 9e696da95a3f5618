import { Link } from 'react-router-dom';
import { Logo } from '#shared/ui/Logo.tsx';
import styles from './PublicFooter.module.css';
import { footerGroups } from './publicLinks.ts';
import { texts } from './texts.ts';

/**
 * The end of every public page: links to all parts of the site, help, and the legally required pages
 * (product.md 2.2.B).
 */
export function PublicFooter() {
  return (
    <footer className={styles.footer} data-print="hide">
      <div className={styles.inner}>
        <div className={styles.brand}>
          <Logo />
          <p className={styles.claim}>{texts.claim}</p>
        </div>
        {footerGroups.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2 className={styles.title}>{title}</h2>
            <ul className={styles.list}>
              {links.map(({ to, label }) => (
                <li key={to}>
                  <Link to={to} className={styles.link}>
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <p className={styles.right}>{texts.copyright}</p>
      </div>
    </footer>
  );
}
