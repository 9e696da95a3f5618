import { IconCloudOff } from '@tabler/icons-react';
import { formatFreshness } from '#shared/lib/text/format.ts';
import styles from './FreshnessLine.module.css';

/**
 * 「{時刻}時点の内容」: says that a screen shows a stored copy because the network failed (product.md 2.0.2, offline.md 3.84).
 * Times are epoch ms.
 */
export function FreshnessLine({ savedAt, now = Date.now() }: { savedAt: number; now?: number }) {
  return (
    <p className={styles.line} data-copy-time="">
      <IconCloudOff size={16} aria-hidden="true" />
      <time dateTime={new Date(savedAt).toISOString()}>{formatFreshness(savedAt, now)}</time>
    </p>
  );
}
