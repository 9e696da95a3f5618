import { Switch } from '@mantine/core';
import { useId } from 'react';
import { changePreference, usePreference } from '../preference.ts';
import { Row, Section } from './Section.tsx';

/** What becomes a review card; stands on the page of the review, which brings the words (exams.md 6). */
export function ReviewSettings({ title, flagged, hint }: { title: string; flagged: string; hint: string }) {
  const { review_flagged } = usePreference();
  const id = useId();
  return (
    <Section title={title}>
      <Row label={flagged} labelId={id} hint={hint}>
        <Switch
          aria-labelledby={id}
          data-testid="review-flagged"
          checked={review_flagged}
          onChange={(event) => void changePreference({ review_flagged: event.currentTarget.checked })}
        />
      </Row>
    </Section>
  );
}
