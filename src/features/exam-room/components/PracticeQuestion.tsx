import { type ReactNode, useMemo } from 'react';
import type { Passage, Question } from '#contracts/examContent.ts';
import { texts } from '../texts.ts';
import { MarkBoxes } from './MarkBoxes.tsx';
import { type Media, PaperHtml } from './PaperHtml.tsx';
import { PassagePane } from './PassagePane.tsx';
import styles from './Question.module.css';
import { SlotField } from './SlotField.tsx';

/**
 * One question outside of an exam, with its passage and fields as in the exam. `lead`: the instruction above the
 * questions of its section, HTML. `sound`: what is heard for it. `slots`: those that are asked.
 */
export function PracticeQuestion({
  lead,
  question,
  passage,
  sound,
  slots,
  values,
  isOpen,
  sourceOf,
  onAnswer,
}: {
  lead: string;
  question: Question;
  passage: Passage | null;
  sound: ReactNode;
  slots: readonly string[];
  values: Record<string, string>;
  isOpen: boolean;
  sourceOf: Media['sourceOf'];
  onAnswer: (slot: string, value: string) => void;
}) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pictures of one question stay the same
  const media = useMemo<Media>(() => ({ sourceOf }), [question.id]);
  const asked = { ...question, slots: question.slots.filter(({ id }) => slots.includes(id)) };
  const name = question.label || texts.question(question.no);
  return (
    <div className={styles.question}>
      {passage && <PassagePane passages={[passage]} media={media} anchor={null} />}
      {lead && <PaperHtml html={lead} media={media} className={styles.lead} />}
      <PaperHtml html={question.html} media={media} lang={question.lang} />
      {sound}
      <div className={styles.slots}>
        {asked.slots
          .filter(({ kind }) => kind !== 'mark')
          .map((slot) => (
            <SlotField
              key={slot.id}
              slot={slot}
              question={asked}
              name={slot.label === '' ? name : texts.mark(slot.label, name)}
              kind="university"
              value={values[slot.id] ?? ''}
              isOpen={isOpen}
              media={media}
              onAnswer={(value) => onAnswer(slot.id, value)}
            />
          ))}
        {asked.slots.some(({ kind }) => kind === 'mark') && (
          <MarkBoxes
            question={asked}
            name={name}
            slotValue={(slot) => values[slot] ?? ''}
            isOpen={isOpen}
            onAnswer={onAnswer}
          />
        )}
      </div>
    </div>
  );
}
