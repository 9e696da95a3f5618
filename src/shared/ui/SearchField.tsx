import { IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import styles from './Field.module.css';

/**
 * A search box that filters while typing. `label` is for screen readers; the placeholder says what is searched.
 *
 * The box shows its own input at once and does not wait for `value`. That usually comes back through the address a
 * moment later: waiting for it would lose fast input and break a conversion from kana to kanji.
 */
export function SearchField({
  label,
  clearLabel,
  placeholder,
  value,
  onChange,
}: {
  label: string;
  clearLabel: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const box = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  useEffect(() => {
    if (document.activeElement !== box.current) setText(value);
  }, [value]);
  const show = (words: string) => {
    setText(words);
    onChange(words);
  };
  return (
    <search className={styles.field}>
      <IconSearch className={styles.lead} size={20} aria-hidden="true" />
      <input
        ref={box}
        className={`${styles.control} ${styles.search}`}
        type="search"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        aria-label={label}
        placeholder={placeholder}
        value={text}
        onChange={(event) => show(event.currentTarget.value)}
      />
      {text !== '' && (
        <button type="button" className={styles.clear} aria-label={clearLabel} onClick={() => show('')}>
          <IconX size={20} aria-hidden="true" />
        </button>
      )}
    </search>
  );
}
