import styles from './CodeField.module.css';
import { describedBy } from './Field.tsx';
import formStyles from './Form.module.css';

const places = [0, 1, 2, 3, 4, 5];

/** A six-digit code from a mail, as boxes. Phones suggest it from the mail where they can. */
export function CodeField({
  id,
  name,
  label,
  hint,
  value,
  error,
  onChange,
}: {
  id: string;
  name: string;
  label: string;
  hint: string;
  /** Digits only. */
  value: string;
  error?: string;
  onChange: (typed: string) => void;
}) {
  return (
    <div className={formStyles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.boxes}>
        {places.map((place) => (
          <span
            key={place}
            className={styles.box}
            data-next={place === Math.min(value.length, 5)}
            aria-hidden="true"
          />
        ))}
        <input
          id={id}
          name={name}
          value={value}
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { hint, error })}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </div>
      <p id={`${id}-hint`} className={formStyles.hint}>
        {hint}
      </p>
      {error && (
        <p id={`${id}-error`} className={formStyles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
