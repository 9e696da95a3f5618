import styles from './SwitchBox.module.css';

/** A switch without its text, which is in a label with `htmlFor`. */
export function SwitchBox({
  id,
  isOn,
  onChange,
}: {
  id: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}) {
  return (
    <input
      id={id}
      type="checkbox"
      role="switch"
      aria-checked={isOn}
      className={styles.box}
      checked={isOn}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
