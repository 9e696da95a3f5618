import own from './ChoiceField.module.css';
import styles from './Form.module.css';

/** `id` is that of the first choice: links to the field go there. `tag`: such as 任意. */
type Field<Value extends string> = {
  id: string;
  name: string;
  label: string;
  tag?: string;
  error?: string;
  options: readonly { value: Value; label: string; hint?: string }[];
};

/** A choice of one among a few visible options. `value` empty: nothing is chosen yet. */
export function ChoiceField<Value extends string>({
  value,
  onChange,
  ...field
}: Field<Value> & { value: Value | ''; onChange: (value: Value) => void }) {
  return <Choices type="radio" isChosen={(one) => one === value} onPick={onChange} {...field} />;
}

/** The same with any number of choices. */
export function CheckGroup<Value extends string>({
  value,
  onChange,
  ...field
}: Field<Value> & { value: readonly Value[]; onChange: (value: Value[]) => void }) {
  const flip = (one: Value) =>
    field.options.map((option) => option.value).filter((known) => value.includes(known) !== (known === one));
  return (
    <Choices
      type="checkbox"
      isChosen={(one) => value.includes(one)}
      onPick={(one) => onChange(flip(one))}
      {...field}
    />
  );
}

function Choices<Value extends string>({
  id,
  name,
  label,
  tag,
  error,
  options,
  type,
  isChosen,
  onPick,
}: Field<Value> & {
  type: 'radio' | 'checkbox';
  isChosen: (value: Value) => boolean;
  onPick: (value: Value) => void;
}) {
  return (
    <fieldset className={own.choices} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>
        {label}
        {tag && <span className={styles.tag}>{tag}</span>}
      </legend>
      <div className={own.choiceList}>
        {options.map((option, place) => (
          <label key={option.value} className={own.choice}>
            <input
              id={place === 0 ? id : undefined}
              type={type}
              name={name}
              value={option.value}
              checked={isChosen(option.value)}
              aria-invalid={error ? true : undefined}
              onChange={() => onPick(option.value)}
            />
            <span>
              {option.label}
              {option.hint && <span className={own.choiceHint}>{option.hint}</span>}
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
