import { useEffect, useState } from 'react';
import { currentDb } from '#shared/lib/db/userDb.ts';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { saveOrTell, savingFailedBehind } from '#shared/lib/storage/saving.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { askElsewhere, forgetLost, type Lost, restoreLost } from '../lost.ts';
import { shelfTexts as texts } from '../shelfTexts.ts';
import styles from './LostDownloads.module.css';

/** How many lessons are named. */
const mostNamed = 3;

/** On a device that keeps nothing: what another device of the learner keeps. */
function useElsewhere(isEmpty: boolean): Lost | null {
  const [found, setFound] = useState<Lost | null>(null);
  useEffect(() => {
    if (!isEmpty) return setFound(null);
    let isOpen = true;
    askElsewhere(currentDb()).then(
      (lost) => isOpen && setFound(lost),
      // Offline: there is nothing to offer.
      () => undefined,
    );
    return () => {
      isOpen = false;
    };
  }, [isEmpty]);
  return found;
}

/**
 * Downloads that the browser has deleted, or that another device keeps: the server has their list, and one tap fetches
 * them again (offline.md 2.6, 3.50, 3.51). Nothing if nothing is missing.
 */
export function LostDownloads({ lost, isEmpty }: { lost: Lost | null; isEmpty: boolean }) {
  const elsewhere = useElsewhere(isEmpty && lost === null);
  const [state, setState] = useState<'idle' | 'working' | 'failed'>('idle');
  const shown = lost ?? elsewhere;
  if (!shown) return null;
  const { kind, lessons, deviceName } = shown;
  const isHere = kind === 'here';
  const restore = async () => {
    setState('working');
    try {
      await restoreLost(currentDb(), shown);
      blueAlert.show(texts.restored);
      setState('idle');
    } catch (error) {
      console.warn('downloads: not restored', error);
      savingFailedBehind(error, 'download');
      setState('failed');
    }
  };
  return (
    <section className={styles.lost} data-kind={kind} data-testid="lost-downloads" aria-labelledby="lost">
      <h2 id="lost" className={styles.title}>
        {isHere ? texts.lostTitle : texts.elsewhereTitle}
      </h2>
      <p>{isHere ? texts.lostHere(lessons.length) : texts.lostElsewhere(lessons.length, deviceName)}</p>
      <p className={styles.names}>
        {lessons
          .slice(0, mostNamed)
          .map(({ name }) => name)
          .join('、')}
        {lessons.length > mostNamed && '…'}
      </p>
      {state === 'failed' && <p role="alert">{texts.restoreFailed}</p>}
      <div className={styles.actions}>
        <ActionButton look="primary" disabled={state === 'working'} onClick={() => void restore()}>
          {state === 'working' ? texts.restoring : isHere ? texts.restore : texts.restoreElsewhere}
        </ActionButton>
        {lost && (
          <ActionButton
            look="quiet"
            onClick={() => void saveOrTell('download', () => forgetLost(currentDb()))}
          >
            {texts.dismiss}
          </ActionButton>
        )}
      </div>
    </section>
  );
}
