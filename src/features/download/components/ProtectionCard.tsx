import { useEffect, useState } from 'react';
import { useObservable } from '#shared/lib/observable/useObservable.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { askProtection, canAskProtection, lookUpProtection, protection } from '../protection.ts';
import { shelfTexts as texts } from '../shelfTexts.ts';
import styles from './StorageScreen.module.css';

/** iPhone and iPad (which calls itself a Mac): there, only the home screen protects the storage (offline.md 3.50). */
function isApple(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
}

/** Whether the browser protects the storage, and what the learner can do about it, in plain words. */
export function ProtectionCard() {
  const state = useObservable(protection);
  const [isRefused, setRefused] = useState(false);
  useEffect(() => void lookUpProtection(), []);
  const ask = async () => {
    await askProtection();
    setRefused(protection.get() !== 'protected');
  };
  return (
    <section aria-labelledby="storage-protection" className={styles.section}>
      <h2 id="storage-protection" className={styles.title}>
        {texts.protection}
      </h2>
      <div className={styles.card} data-testid="protection" data-state={state ?? ''}>
        <p role="status">{state && texts[state]}</p>
        {state === 'unprotected' && canAskProtection() && (
          <ActionButton onClick={() => void ask()}>{texts.ask}</ActionButton>
        )}
        {isRefused && <p className={styles.hint}>{texts.asked}</p>}
        {state !== 'protected' && isApple() && <p className={styles.hint}>{texts.iosGuide}</p>}
      </div>
    </section>
  );
}
