import { IconChevronDown } from '@tabler/icons-react';
import type { ChangeEvent, ReactNode } from 'react';
import { describedBy, FieldFrame } from './Field.tsx';
import styles from './Form.module.css';
import device from './SelectBox.module.css';

/** A choice from a longer list, with the device's own picker, in the form's frame. */
export function SelectBox({
  id,
  name,
  label,
  tag,
  error,
  hint,
  isInvalid = error !== undefined,
  placeholder,
  options,
  arrow = 'own',
  ...control
}: {
  id: string;
  name: string;
  label: ReactNode;
  tag?: string;
  error?: string;
  hint?: string;
  /** For one of several fields that share an error. */
  isInvalid?: boolean;
  value: string;
  /** Which arrow shows that it is a list: our own, or the device's. */
  arrow?: 'own' | 'device';
  /** Shown while nothing is chosen. */
  placeholder: string;
  options: readonly { value: string; label: string }[];
  autoComplete?: string;
  required?: boolean;
  onChange: (event: ChangeEvent<HTMLSelectElement>) => void;
  onBlur?: () => void;
}) {
  return (
    <FieldFrame id={id} label={label} tag={tag} error={error} hint={hint}>
      <select
        id={id}
        name={name}
        className={arrow === 'own' ? styles.select : device.select}
        {...control}
        aria-invalid={isInvalid || undefined}
        aria-describedby={describedBy(id, { hint, error })}
      >
        <option value="">{placeholder}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {arrow === 'own' && <IconChevronDown className={styles.arrow} size={18} aria-hidden="true" />}
    </FieldFrame>
  );
}
