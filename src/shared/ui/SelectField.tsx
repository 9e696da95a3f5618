import { IconChevronDown } from '@tabler/icons-react';
import { useId } from 'react';
import styles from './Field.module.css';

/**
 * A choice from a short list, with the device's own picker. The label is in front of it, or for screen readers only.
 */
export function SelectField<Value extends string>({
  label,
  hideLabel = false,
  isPlain = false,
  value,
  options,
  onChange,
}: {
  label: string;
  hideLabel?: boolean;
  /** Without a frame, for the line above a list. */
  isPlain?: boolean;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}) {
  const id = useId();
  return (
    <div className={styles.labelled}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      <div className={styles.field}>
        <select
          id={id}
          className={`${styles.control} ${styles.select} ${isPlain ? styles.plain : ''}`}
          value={value}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.currentTarget.value);
            if (chosen) onChange(chosen.value);
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <IconChevronDown className={styles.arrow} size={18} aria-hidden="true" />
      </div>
    </div>
  );
}
