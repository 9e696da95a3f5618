import { useEffect, useState } from 'react';
import { useObservable } from '#shared/lib/observable/useObservable.ts';
import { savingFailedBehind } from '#shared/lib/storage/saving.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { Sheet } from '#shared/ui/Sheet.tsx';
import { SwitchBox } from '#shared/ui/SwitchBox.tsx';
import { type RoomPreferences, roomPreferences } from '../preferences.ts';
import type { Room } from '../roomKeeper.ts';
import { texts as roomTexts, settingsTexts as texts } from '../texts.ts';
import { IncidentForm } from './IncidentForm.tsx';
import styles from './Room.module.css';

/** How it is shown, a memo beside the question, keys, and the report of trouble. */
export function SettingsSheet({
  room,
  question,
  onClose,
}: {
  room: Room;
  question: string;
  onClose: () => void;
}) {
  const { size, keys } = useObservable(roomPreferences);
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
        <Memo room={room} question={question} />
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
        <IncidentForm room={room} />
      </div>
    </Sheet>
  );
}

/** A memo beside a question: on this device alone, never sent. */
function Memo({ room, question }: { room: Room; question: string }) {
  const { db, attempt } = room;
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    let isWanted = true;
    db.notes.get([attempt.id, question]).then(
      (row) => isWanted && setText(row?.text ?? ''),
      () => isWanted && setText(''),
    );
    return () => {
      isWanted = false;
    };
  }, [db, attempt, question]);
  const keep = (next: string) => {
    setText(next);
    db.notes.put({ attempt: attempt.id, question, text: next, marks: [] }).catch(savingFailedBehind);
  };
  const forget = () => {
    setText('');
    db.notes.where('attempt').equals(attempt.id).delete().catch(savingFailedBehind);
  };
  return (
    <div className={styles.memo}>
      <label htmlFor="exam-memo">{texts.memo}</label>
      <textarea
        id="exam-memo"
        rows={4}
        value={text ?? ''}
        disabled={text === null}
        aria-describedby="exam-memo-hint"
        onChange={({ currentTarget }) => keep(currentTarget.value)}
      />
      <p id="exam-memo-hint" className={styles.small}>
        {texts.memoHint}
      </p>
      <ActionButton look="quiet" onClick={forget}>
        {texts.memoDelete}
      </ActionButton>
    </div>
  );
}
