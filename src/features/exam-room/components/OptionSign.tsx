import { optionLabel } from '../model.ts';
import styles from './Slot.module.css';

/** The number of an option in a circle, as in the paper. `at`: its place counted from 0. */
export function OptionSign({ value, at }: { value: string; at: number }) {
  const { sign, spoken } = optionLabel(value, at);
  return (
    <>
      <span className={styles.optionSign} aria-hidden="true">
        {sign}
      </span>
      <span className="visually-hidden">{spoken}</span>
    </>
  );
}
