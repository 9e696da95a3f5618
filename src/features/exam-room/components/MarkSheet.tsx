import type { Paper } from '#contracts/examContent.ts';
import type { LocalCells } from '#shared/lib/exam/cells.ts';
import { isFlagged, placesOf, slotValue, toggleOption } from '../model.ts';
import { texts } from '../texts.ts';
import { nameOf } from './QuestionPane.tsx';
import styles from './Sheet.module.css';

/**
 * The whole mark sheet: every slot with its options as on paper. A chosen mark is filled and bold, and announced as
 * chosen.
 */
export function MarkSheet({
  paper,
  cells,
  current,
  isOpen,
  onAnswer,
  onGo,
}: {
  paper: Paper;
  cells: LocalCells;
  /** The open question. */
  current: string;
  isOpen: boolean;
  onAnswer: (slot: string, value: string) => void;
  onGo: (question: string) => void;
}) {
  return (
    <div className={styles.sheet} data-testid="exam-marks" translate="no">
      {placesOf(paper).map((place) => {
        const { question } = place;
        return (
          <section
            key={question.id}
            className={styles.row}
            data-current={question.id === current || undefined}
          >
            <button type="button" className={styles.name} onClick={() => onGo(question.id)}>
              {nameOf(place)}
              {isFlagged(cells, question) && <span className={styles.flag}>{texts.flag}</span>}
            </button>
            {question.slots.map((slot) => {
              const value = slotValue(cells, slot.id);
              const signs =
                slot.kind === 'mark' ? [...slot.signs] : slot.options.map((option) => option.value);
              if (slot.kind !== 'choice' && slot.kind !== 'mark')
                return (
                  <p key={slot.id} className={styles.written}>
                    {slot.label} {value.trim() === '' ? texts.states.open : texts.states.done}
                  </p>
                );
              const isMulti = slot.max > 1;
              const chosen = isMulti ? value.split(',') : [value];
              return (
                <fieldset key={slot.id} className={styles.marks} disabled={!isOpen}>
                  <legend>{slot.label || nameOf(place)}</legend>
                  {signs.map((sign) => (
                    <label
                      key={sign}
                      className={styles.mark}
                      data-chosen={chosen.includes(sign) || undefined}
                    >
                      <input
                        type={isMulti ? 'checkbox' : 'radio'}
                        name={`sheet-${slot.id}`}
                        checked={chosen.includes(sign)}
                        disabled={!isOpen}
                        onChange={() => onAnswer(slot.id, isMulti ? toggleOption(slot, value, sign) : sign)}
                      />
                      <span>{sign === '-' ? '−' : sign}</span>
                    </label>
                  ))}
                  <button
                    type="button"
                    className={styles.clear}
                    disabled={value === ''}
                    onClick={() => onAnswer(slot.id, '')}
                  >
                    {texts.clear}
                  </button>
                </fieldset>
              );
            })}
          </section>
        );
      })}
    </div>
  );
}
