import { IconAlertCircle, IconCheck, IconCloudUp, IconRefresh } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { type SyncState, useSyncState } from '#shared/lib/outbox/useSyncState.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import styles from './SyncMark.module.css';
import { texts } from './texts.ts';

/** A change that is saved within this time shows no mark, ms: most are, and flicker helps nobody. */
const quietMs = 1500;
/** How long 「保存しました」 is shown, ms. */
const savedMs = 4000;

const icons = { waiting: IconCloudUp, sending: IconRefresh, saved: IconCheck };

/** The state to show: none until a change has been unsaved for a while, then its state until it is saved. */
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
 * The sync state of the learner's change of one entity (product.md 2.0): a small sign with text for screen readers,
 * unobtrusive if all is well. A refused change links to its reason and choices.
 *
 * @param of what it is about, if nothing beside it says so.
 * @param isWorded whether the text is visible too.
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
