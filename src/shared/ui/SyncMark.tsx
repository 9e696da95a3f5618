import { IconAlertCircle, IconCheck, IconCloudUp, IconRefresh } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { type SyncState, useSyncState } from '#shared/lib/outbox/useSyncState.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import styles from './SyncMark.module.css';
import { texts } from './texts.ts';

/** A change that arrives within this is never mentioned: most do, and a flicker helps nobody, ms. */
const quietMs = 1500;
/** How long 「保存しました」 stays, ms. */
const savedMs = 4000;

const icons = { waiting: IconCloudUp, sending: IconRefresh, saved: IconCheck };

/** What to show: nothing, until something has been under way for a while; then its state until it is saved. */
function useShown(state: SyncState | undefined): SyncState | null {
  const [isLong, setLong] = useState(false);
  const isKnown = state !== undefined;
  const isUnderWay = state === 'waiting' || state === 'sending';
  useEffect(() => {
    if (!isKnown || isLong === isUnderWay) return;
    const timer = setTimeout(() => setLong(isUnderWay), isUnderWay ? quietMs : savedMs);
    return () => clearTimeout(timer);
  }, [isKnown, isUnderWay, isLong]);
  if (state === 'refused') return 'refused';
  return isLong && state !== undefined ? state : null;
}

/**
 * How far the learner's change of one thing has come (product.md 2.0): a small sign beside it with words for screen
 * readers; calm when all is well. A refused change leads to its reason and choices.
 *
 * @param of what it is about, when nothing beside it says so.
 * @param isWorded whether the words are shown, too.
 */
export function SyncMark({
  entity,
  of,
  isWorded = false,
}: {
  entity: string;
  of?: string;
  isWorded?: boolean;
}) {
  const shown = useShown(useSyncState(entity));
  if (!shown) return null;
  const words = of ? `${of} ${texts.sync[shown]}` : texts.sync[shown];
  if (shown === 'refused') {
    return (
      <Link className={styles.mark} data-state={shown} data-testid="sync-mark" to={paths.sync()}>
        <IconAlertCircle size={16} aria-hidden="true" />
        <span className={isWorded ? undefined : 'visually-hidden'}>{words}</span>
      </Link>
    );
  }
  const Icon = icons[shown];
  return (
    <span className={styles.mark} data-state={shown} data-testid="sync-mark" title={words}>
      <Icon size={16} aria-hidden="true" />
      <span className={isWorded ? undefined : 'visually-hidden'}>{words}</span>
    </span>
  );
}
