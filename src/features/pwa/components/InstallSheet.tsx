import { useState } from 'react';
import { useObservable } from '#shared/lib/observable/useObservable.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { Sheet } from '#shared/ui/Sheet.tsx';
import { guides } from '../guides.ts';
import { install, isInstallOffered } from '../installPrompt.ts';
import { installTexts as texts } from '../installTexts.ts';
import { readPlatform } from '../platform.ts';
import styles from './InstallSheet.module.css';
import { Sign } from './Sign.tsx';

/** How to put the app on the home screen here, step by step, with the icons the learner will see. */
export function InstallSheet({ onClose }: { onClose: () => void }) {
  const [platform] = useState(readPlatform);
  const isOffered = useObservable(isInstallOffered);
  const { heading, steps, notes } = guides[platform];
  return (
    <Sheet title={texts.guideTitle} side="middle" onClose={onClose}>
      <div className={styles.guide} data-testid="install-guide" data-platform={platform}>
        <p className={styles.heading}>{heading}</p>
        {isOffered && (
          <ActionButton look="primary" onClick={() => void install().then(onClose)}>
            {texts.install}
          </ActionButton>
        )}
        {steps.length > 0 && (
          <ol className={styles.steps}>
            {steps.map(({ sign, text }, place) => (
              <li key={text} className={styles.step}>
                <span className={styles.number} aria-hidden="true">
                  {place + 1}
                </span>
                <span className={styles.sign}>
                  <Sign name={sign} />
                </span>
                <span className={styles.text}>{text}</span>
              </li>
            ))}
          </ol>
        )}
        {notes.map((note) => (
          <p key={note} className={styles.note}>
            {note}
          </p>
        ))}
      </div>
    </Sheet>
  );
}
