import { useRef, useState } from 'react';
import { Field } from '#shared/form/Field.tsx';
import { MarkedLabel } from '#shared/form/MarkedLabel.tsx';
import { ActionButton } from '#shared/ui/Action.tsx';
import type { Facts, Press } from '../facts.ts';
import { change } from '../store.ts';
import { pressWords, checkTexts as texts } from '../texts.ts';
import { isJapanese, verdictOf } from '../verdicts.ts';
import styles from './Check.module.css';
import { CheckRow } from './CheckRow.tsx';

const pointers: Record<string, Press> = { touch: 'touch', pen: 'pen', mouse: 'mouse' };

function keep(next: (input: NonNullable<Facts['input']>) => Partial<NonNullable<Facts['input']>>): void {
  change(({ facts }) => {
    const former = facts.input ?? { presses: [], text: '' };
    return { facts: { ...facts, input: { ...former, ...next(former) } } };
  });
}

/** A press and a Japanese word: what an exam needs of fingers, mouse and keyboard. */
export function InputCheck({ facts }: { facts: Facts }) {
  const pointer = useRef<Press>('mouse');
  const [wasLeft, setWasLeft] = useState(false);
  const { presses, text } = facts.input ?? { presses: [], text: '' };
  const press = (one: Press) =>
    keep((former) => ({ presses: former.presses.includes(one) ? former.presses : [...former.presses, one] }));
  return (
    <CheckRow name="input" verdict={verdictOf('input', facts)}>
      <p className={styles.hint}>{texts.inputLead}</p>
      <div className={styles.hand}>
        <ActionButton
          onPointerDown={({ pointerType }) => {
            pointer.current = pointers[pointerType] ?? 'mouse';
          }}
          // A press by key has a click count of 0. Older Safari and Firefox do not report the pointer type of a click.
          onClick={({ detail }) => press(detail === 0 ? 'keys' : pointer.current)}
        >
          {texts.inputPress}
        </ActionButton>
        <span role="status">{presses.length > 0 ? texts.inputPressed(pressWords(presses)) : ''}</span>
      </div>
      <Field
        id="rehearsal-text"
        label={<MarkedLabel isRequired={true}>{texts.inputLabel}</MarkedLabel>}
        required
        error={wasLeft && text !== '' && !isJapanese(text) ? texts.inputLatin : undefined}
        type="text"
        autoComplete="off"
        maxLength={20}
        value={text}
        onChange={({ currentTarget: { value } }) => keep(() => ({ text: value }))}
        onBlur={() => setWasLeft(true)}
      />
    </CheckRow>
  );
}
