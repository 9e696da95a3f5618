import styles from './Form.module.css';

/** A choice of any of few, all of them in sight. `id` is that of the first one: links to the field lead there. */
export function CheckGroup<Value extends string>({
  id,
  name,
  label,
  tag,
  error,
  value,
  options,
  onChange,
}: {
  id: string;
  name: string;
  label: string;
  tag?: string;
  error?: string;
  value: readonly Value[];
  options: readonly { value: Value; label: string; hint?: string }[];
  onChange: (value: Value[]) => void;
}) {
  const flip = (one: Value) =>
    options.map((option) => option.value).filter((known) => value.includes(known) !== (known === one));
  return (
    <fieldset className={styles.choices} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>
        {label}
        {tag && <span className={styles.tag}>{tag}</span>}
      </legend>
      <div className={styles.choiceList}>
        {options.map((option, place) => (
          <label key={option.value} className={styles.choice}>
            <input
              id={place === 0 ? id : undefined}
              type="checkbox"
              name={name}
              value={option.value}
              checked={value.includes(option.value)}
              aria-invalid={error ? true : undefined}
              onChange={() => onChange(flip(option.value))}
            />
            <span>
              {option.label}
              {option.hint && <span className={styles.choiceHint}>{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
