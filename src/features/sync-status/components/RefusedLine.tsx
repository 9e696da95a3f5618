import { IconAlertCircle } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router-dom';
import { useOutboxCounts } from '#shared/lib/outbox/counts.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { lineTexts as texts } from '../lineTexts.ts';
import styles from './RefusedLine.module.css';

/**
 * One line above every page while the server has finally refused something: nothing is dropped silently
 * (architecture.md 3). The linked screen has the choices, so they are not repeated here.
 */
export function RefusedLine() {
  const { refused } = useOutboxCounts();
  const { pathname } = useLocation();
  return (
    <div role="status" data-testid="refused-news">
      {refused > 0 && pathname !== paths.sync() && (
        <p className={styles.line} data-testid="refused-line">
          <IconAlertCircle size={20} aria-hidden="true" />
          <span className={styles.words}>{texts.refusedLine(refused)}</span>
          <Link className={styles.link} to={paths.sync()}>
            {texts.look}
          </Link>
        </p>
      )}
    </div>
  );
}
