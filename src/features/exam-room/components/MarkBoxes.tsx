import { IconBackspace } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { Question, Slot } from '#contracts/examContent.ts';
import { isImeKey } from '#shared/lib/text/imeKey.ts';
import { neighbourOf, signOf } from '../model.ts';
import { texts } from '../texts.ts';
import styles from './Slot.module.css';

/**
 * The mark boxes of a question with their own keypad, because a phone's number pad often has no minus (exams.md 4).
 * Hardware keys, full-width and pasted signs work as well. A sign moves on within its group; Backspace goes back.
 */
export function MarkBoxes({
  question,
  name,
  slotValue,
  isOpen,
  onAnswer,
}: {
  question: Question;
  name: string;
  slotValue: (slot: string) => string;
  isOpen: boolean;
  onAnswer: (slot: string, value: string) => void;
}) {
  const marks = question.slots.filter(({ kind }) => kind === 'mark');
  const boxes = useRef(new Map<string, HTMLInputElement>());
  const [focused, setFocused] = useState<string | null>(null);
  const slot = marks.find(({ id }) => id === focused) ?? null;

  const goTo = (id: string | null) => {
    const box = id === null ? undefined : boxes.current.get(id);
    box?.focus();
    box?.select();
  };
  const put = ({ id, signs }: Slot, typed: string) => {
    const sign = signOf(signs, typed);
    if (sign === null || !isOpen) return;
    onAnswer(id, sign);
    goTo(neighbourOf(question, id, 1));
  };
  const erase = ({ id }: Slot) => {
    if (!isOpen) return;
    if (slotValue(id) !== '') onAnswer(id, '');
    else {
      const before = neighbourOf(question, id, -1);
      if (before !== null) onAnswer(before, '');
      goTo(before);
    }
  };
  const press = (event: KeyboardEvent, of: Slot) => {
    if (isImeKey(event.nativeEvent) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Backspace' || event.key === 'Delete') {
      event.preventDefault();
      erase(of);
    } else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      event.preventDefault();
      const at = marks.findIndex(({ id }) => id === of.id);
      goTo(marks[at + (event.key === 'ArrowRight' ? 1 : -1)]?.id ?? null);
    } else if (event.key.length === 1 && signOf(of.signs, event.key) !== null) {
      event.preventDefault();
      put(of, event.key);
    }
  };

  return (
    <div className={styles.marks}>
      <ul className={styles.boxes}>
        {marks.map((of) => (
          <li key={of.id}>
            <label className={styles.box}>
              <span aria-hidden="true">{of.label}</span>
              <input
                ref={(element) => {
                  if (element) boxes.current.set(of.id, element);
                  else boxes.current.delete(of.id);
                }}
                type="text"
                inputMode="none"
                autoComplete="off"
                spellCheck={false}
                aria-label={texts.mark(of.label, name)}
                data-testid="exam-mark"
                data-slot={of.id}
                value={slotValue(of.id)}
                readOnly={!isOpen}
                onFocus={(event) => {
                  setFocused(of.id);
                  event.currentTarget.select();
                }}
                onKeyDown={(event) => press(event, of)}
                onChange={({ currentTarget }) =>
                  currentTarget.value === '' ? onAnswer(of.id, '') : put(of, currentTarget.value)
                }
              />
            </label>
          </li>
        ))}
      </ul>
      {slot && isOpen && (
        <fieldset className={styles.pad} aria-label={texts.pad} data-testid="exam-pad">
          {[...slot.signs].map((sign) => (
            <button
              key={sign}
              type="button"
              className={styles.key}
              // The box must keep the focus.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => put(slot, sign)}
            >
              {sign === '-' ? '−' : sign}
            </button>
          ))}
          <button
            type="button"
            className={styles.key}
            aria-label={texts.padDelete}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => erase(slot)}
          >
            <IconBackspace size={22} aria-hidden="true" />
          </button>
        </fieldset>
      )}
    </div>
  );
}
