import { useState } from 'react';
import { ActionButton } from '#shared/ui/Action.tsx';
import type { Facts } from '../facts.ts';
import { change } from '../store.ts';
import { checkTexts as texts } from '../texts.ts';
import { verdictOf } from '../verdicts.ts';
import styles from './Check.module.css';
import { CheckRow } from './CheckRow.tsx';

/** Enters full screen and leaves it again. */
async function tryFullScreen(): Promise<NonNullable<Facts['screen']>> {
  if (!document.fullscreenEnabled) return 'impossible';
  try {
    await document.documentElement.requestFullscreen();
    await document.exitFullscreen();
    return 'full';
  } catch (error) {
    console.warn('rehearsal: no full screen', error);
    return 'refused';
  }
}

/** Whether the exam can use full screen. iPhones allow it to no page; an exam is possible anyway. */
export function ScreenCheck({ facts }: { facts: Facts }) {
  const [isTrying, setIsTrying] = useState(false);
  const attempt = async () => {
    setIsTrying(true);
    const screen = await tryFullScreen();
    change((former) => ({ facts: { ...former.facts, screen } }));
    setIsTrying(false);
  };
  return (
    <CheckRow name="screen" verdict={verdictOf('screen', facts)}>
      {!facts.screen && <p className={styles.hint}>{texts.screenLead}</p>}
      <div className={styles.hand}>
        <ActionButton onClick={() => void attempt()} disabled={isTrying}>
          {facts.screen ? texts.screenAgain : texts.screenTry}
        </ActionButton>
      </div>
    </CheckRow>
  );
}
