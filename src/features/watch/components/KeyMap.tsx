import { useId } from 'react';
import { Sheet } from '#shared/ui/Sheet.tsx';
import { SwitchBox } from '#shared/ui/SwitchBox.tsx';
import { playerChoices } from '../playerChoices.ts';
import { shortcutKeys } from '../shortcuts.ts';
import { texts } from '../texts.ts';
import { usePlayerChoices } from '../useChoices.ts';
import styles from './KeyMap.module.css';

/** The keys of the player, and the switch that turns them off (WCAG 2.1.4). */
export function KeyMap({ onClose }: { onClose: () => void }) {
  const { hasShortcuts } = usePlayerChoices();
  const id = useId();
  return (
    <Sheet title={texts.mapTitle} side="middle" onClose={onClose}>
      <label htmlFor={id} className={styles.switch}>
        <span>
          {texts.mapSwitch}
          <small className={styles.note}>{texts.mapNote}</small>
        </span>
        <SwitchBox
          id={id}
          isOn={hasShortcuts}
          onChange={(isOn) => playerChoices.set({ hasShortcuts: isOn })}
        />
      </label>
      <dl className={styles.keys}>
        {shortcutKeys.map(({ keys, command }) => (
          <div key={command} className={styles.row}>
            <dt>{texts.commands[command]}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key} className={styles.key}>
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Sheet>
  );
}
