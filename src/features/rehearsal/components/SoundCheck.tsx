import { useState } from 'react';
import { ActionButton } from '#shared/ui/Action.tsx';
import type { Facts } from '../facts.ts';
import { change } from '../store.ts';
import { checkTexts as texts } from '../texts.ts';
import { playTone } from '../tone.ts';
import { verdictOf } from '../verdicts.ts';
import styles from './Check.module.css';
import { CheckRow } from './CheckRow.tsx';

function keep(sound: Facts['sound']): void {
  change(({ facts }) => ({ facts: { ...facts, sound } }));
}

/** Plays a short sound and asks whether it was heard: the browser does not know whether the volume is at zero. */
export function SoundCheck({ facts }: { facts: Facts }) {
  const [state, setState] = useState<'quiet' | 'playing' | 'asking'>('quiet');
  const play = async () => {
    setState('playing');
    const isPlayed = await playTone();
    if (!isPlayed) keep('impossible');
    setState(isPlayed ? 'asking' : 'quiet');
  };
  const answer = (sound: Facts['sound']) => {
    keep(sound);
    setState('quiet');
  };
  const isFirst = facts.sound === undefined && state === 'quiet';
  return (
    <CheckRow name="sound" verdict={state === 'quiet' ? verdictOf('sound', facts) : null}>
      {isFirst && <p className={styles.hint}>{texts.soundLead}</p>}
      <div className={styles.hand}>
        {state === 'asking' && (
          <p className={styles.question} role="status">
            {texts.soundQuestion}
          </p>
        )}
        {state === 'asking' && (
          <>
            <ActionButton look="primary" onClick={() => answer('heard')}>
              {texts.soundHeard}
            </ActionButton>
            <ActionButton onClick={() => answer('unheard')}>{texts.soundUnheard}</ActionButton>
          </>
        )}
        <ActionButton
          look={state === 'asking' ? 'quiet' : 'plain'}
          onClick={() => void play()}
          disabled={state === 'playing'}
        >
          {state === 'playing' ? texts.soundPlaying : isFirst ? texts.soundPlay : texts.soundAgain}
        </ActionButton>
      </div>
    </CheckRow>
  );
}
