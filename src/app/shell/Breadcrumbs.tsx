import { Link } from 'react-router-dom';
import type { LayoutName } from '#shared/lib/pages/pageRow.ts';
import styles from './Breadcrumbs.module.css';
import type { Crumb } from './navigation.ts';
import { texts } from './texts.ts';

/**
 * Shows the current page in the shell (specification.md 2): the path to it, with the page itself last. As wide as the
 * layout. On a phone the header may show it instead.
 */
export function Breadcrumbs({
  trail,
  layout,
  isInHeader,
}: {
  trail: Crumb[];
  layout: LayoutName;
  isInHeader: boolean;
}) {
  if (trail.length === 0) return null;
  return (
    <nav
      className={styles.crumbs}
      data-layout={layout}
      data-in-header={isInHeader}
      aria-label={texts.place}
      data-print="hide"
    >
      <ol className={styles.list}>
        {trail.map(({ title, to }) => (
          <li key={title} className={styles.crumb}>
            {to ? <Link to={to}>{title}</Link> : <span aria-current="page">{title}</span>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
