import choiceStyles from '#shared/form/ChoiceField.module.css';
import styles from '#shared/form/Form.module.css';
import { SelectBox } from '#shared/form/SelectBox.tsx';
import { formTexts } from '#shared/form/texts.ts';
import { texts } from '../texts.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, place) => place + 1);

/**
 * Year, month and day, each with the device's own picker. `id` is the id of the year, so links to the field lead there.
 */
export function BirthDate({
  id,
  value,
  error,
  years,
  onChange,
}: {
  id: string;
  /** Parts with hyphens between them, see `ProfileValues`. */
  value: string;
  error?: string;
  years: readonly number[];
  onChange: (value: string) => void;
}) {
  const [year = '', month = '', day = ''] = value.split('-').map((part) => part.replace(/^0/, ''));
  const option = (label: (part: number) => string) => (part: number) => ({
    value: String(part),
    label: label(part),
  });
  return (
    <fieldset className={choiceStyles.choices} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>
        {texts.birth_date}
        <span className={styles.tag}>{formTexts.required}</span>
      </legend>
      <div className={styles.date}>
        <SelectBox
          id={id}
          name="birth_date"
          label={texts.year}
          isInvalid={error !== undefined}
          value={year}
          placeholder="—"
          autoComplete="bday-year"
          options={years.map(option(texts.yearOf))}
          onChange={(event) => onChange(`${event.currentTarget.value}-${month}-${day}`)}
        />
        <SelectBox
          id={`${id}-month`}
          name="birth_month"
          label={texts.month}
          isInvalid={error !== undefined}
          value={month}
          placeholder="—"
          autoComplete="bday-month"
          options={numbers(12).map(option(texts.monthOf))}
          onChange={(event) => onChange(`${year}-${event.currentTarget.value}-${day}`)}
        />
        <SelectBox
          id={`${id}-day`}
          name="birth_day"
          label={texts.day}
          isInvalid={error !== undefined}
          value={day}
          placeholder="—"
          autoComplete="bday-day"
          options={numbers(31).map(option(texts.dayOf))}
          onChange={(event) => onChange(`${year}-${month}-${event.currentTarget.value}`)}
        />
      </div>
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
