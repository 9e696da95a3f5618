import { useId } from 'react';
import { SwitchBox } from '#shared/ui/SwitchBox.tsx';
import { changePreference, usePreference } from '../preference.ts';
import styles from './Section.module.css';
import { Section } from './Section.tsx';

/** What becomes a review card; stands on the page of the review, which brings the words (exams.md 6). */
export function ReviewSettings({ title, flagged, hint }: { title: string; flagged: string; hint: string }) {
  const { review_flagged } = usePreference();
  const id = useId();
  return (
    <Section title={title}>
      <label htmlFor={id} className={styles.row}>
        <span className={styles.words}>
          <span className={styles.label}>{flagged}</span>
          <span className={styles.hint}>{hint}</span>
        </span>
        <SwitchBox
          id={id}
          isOn={review_flagged}
          onChange={(isOn) => void changePreference({ review_flagged: isOn })}
        />
      </label>
    </Section>
  );
}
