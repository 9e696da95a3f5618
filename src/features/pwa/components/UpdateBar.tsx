import { isBusy } from '#shared/lib/loading/busy.ts';
import { useObservable } from '#shared/lib/observable/useObservable.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { texts } from '../texts.ts';
import {
  applyUpdate,
  isPostponed,
  isUrgent,
  postponeUpdate,
  type UpdateState,
  updateState,
} from '../updates.ts';
import styles from './UpdateBar.module.css';

const sentences: Record<Exclude<UpdateState, 'none'>, string> = {
  waiting: texts.updateReady,
  queued: texts.updateQueued,
  active: texts.updateDone,
  applying: texts.updateReady,
};
const buttons: Record<Exclude<UpdateState, 'none'>, string> = {
  waiting: texts.update,
  queued: texts.updateWaits,
  active: texts.reload,
  applying: texts.updating,
};

/**
 * Offers a newer version that is already on the device; the learner decides when. It never appears while something runs
 * that a reload would disturb, and never reloads by itself (offline.md 6.7).
 */
export function UpdateBar() {
  const state = useObservable(updateState);
  const busy = useObservable(isBusy);
  const postponed = useObservable(isPostponed);
  const urgent = useObservable(isUrgent);
  const isShown = state !== 'none' && (urgent || !postponed) && (!busy || state === 'applying');
  return (
    <div role="status" className={styles.region} data-print="hide">
      {isShown && (
        <div className={styles.bar} data-testid="update-bar">
          <p className={styles.text}>
            {urgent && state === 'waiting' ? texts.updateUrgent : sentences[state]}
          </p>
          <div className={styles.actions}>
            <ActionButton
              look="primary"
              onClick={() => void applyUpdate()}
              disabled={state === 'applying' || state === 'queued'}
            >
              {buttons[state]}
            </ActionButton>
            {!urgent && (
              <ActionButton onClick={postponeUpdate} disabled={state === 'applying'}>
                {texts.later}
              </ActionButton>
            )}
          </div>
        </div>
      )}
    </div>
  );
}
