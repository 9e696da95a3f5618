import { useObservable } from '#shared/lib/observable/useObservable.ts';
import { Sheet } from '#shared/ui/Sheet.tsx';
import { SwitchBox } from '#shared/ui/SwitchBox.tsx';
import { type RoomPreferences, roomPreferences } from '../preferences.ts';
import type { Room } from '../roomKeeper.ts';
import { texts as roomTexts, settingsTexts as texts } from '../texts.ts';
import { ForgetNotes } from '../tools/ForgetNotes.tsx';
import { IncidentForm } from './IncidentForm.tsx';
import styles from './Settings.module.css';

/** Display, keys, notes on this device, and the report of trouble. `forget`: deletes the notes. */
export function SettingsSheet({
  room,
  forget,
  onClose,
}: {
  room: Room;
  forget: () => Promise<boolean>;
  onClose: () => void;
}) {
  const { size, keys } = useObservable(roomPreferences);
  const { row } = room.attempt.get();
  return (
    <Sheet title={roomTexts.menu} onClose={onClose}>
      <div className={styles.settings}>
        <fieldset className={styles.sizes}>
          <legend>{texts.size}</legend>
          {texts.sizes.map((label, step) => (
            <label key={label} className={styles.sizeChoice}>
              <input
                type="radio"
                name="exam-size"
                checked={size === step}
                onChange={() => roomPreferences.set({ size: step as RoomPreferences['size'] })}
              />
              <span>{label}</span>
            </label>
          ))}
        </fieldset>
        <div className={styles.switch}>
          <label htmlFor="exam-keys">{texts.keys}</label>
          <SwitchBox id="exam-keys" isOn={keys} onChange={(isOn) => roomPreferences.set({ keys: isOn })} />
        </div>
        <details>
          <summary>{texts.keysHelp}</summary>
          <dl className={styles.keyList}>
            {texts.keyList.map(([key, words]) => (
              <div key={key}>
                <dt>{key}</dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
        </details>
        <ForgetNotes forget={forget} />
        {!row.practice && (
          <IncidentForm
            of={{ ...row, isOver: row.state !== 'running' }}
            now={() => Math.round(room.attempt.now().hi)}
          />
        )}
      </div>
    </Sheet>
  );
}
