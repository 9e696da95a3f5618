import { IconFlag, IconFlagFilled } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { ExamKind, Paper, Slot } from '#contracts/examContent.ts';
import type { LocalCells } from '#shared/lib/exam/cells.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import {
  choiceOf,
  isCounted,
  isFlagged,
  type Place,
  pickName,
  picksOf,
  slotValue,
  togglePick,
} from '../model.ts';
import { plainOf } from '../plainOf.ts';
import { texts } from '../texts.ts';
import { Marked } from '../tools/Marked.tsx';
import { leadPart, questionPart } from '../tools/parts.ts';
import { MarkBoxes } from './MarkBoxes.tsx';
import { type Media, PaperHtml } from './PaperHtml.tsx';
import { PlainField, PlainText } from './PlainQuestion.tsx';
import styles from './Question.module.css';
import { Repaint } from './Repaint.tsx';
import room from './Room.module.css';
import { SlotField } from './SlotField.tsx';

/** The name of a question: its section and its own label. */
export function nameOf({ section, question, no }: Place): string {
  return `${section.name} ${question.label || texts.question(no)}`.trim();
}

/** One question with its answer fields. `isMoved`: another question was open before, so the heading takes the focus. */
export function QuestionPane({
  paper,
  place,
  kind,
  cells,
  media,
  isOpen,
  isMoved,
  onAnswer,
  onFlag,
  onAnchor,
}: {
  paper: Paper;
  place: Place;
  kind: ExamKind;
  cells: LocalCells;
  media: Media;
  isOpen: boolean;
  isMoved: boolean;
  onAnswer: (slot: string, value: string) => void;
  onFlag: (isOn: boolean) => void;
  onAnchor: (anchor: string) => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { question, section } = place;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each question takes the focus when it is opened
  useEffect(() => {
    if (isMoved) heading.current?.focus();
  }, [isMoved, question.id]);
  const name = nameOf(place);
  const flagged = isFlagged(cells, question);
  const hasMarks = question.slots.some((slot) => slot.kind === 'mark');
  const anchor = question.anchor;
  const words = question.reading || undefined;
  const nameOfSlot = (label: string) => (label === '' ? name : texts.mark(label, name));
  const plain = (slot: Slot) => (
    <PlainField
      key={slot.id}
      slot={slot}
      name={nameOfSlot(slot.label)}
      kind={kind}
      value={slotValue(cells, slot.id)}
      isOpen={isOpen}
      onAnswer={(value) => onAnswer(slot.id, value)}
    />
  );
  return (
    <article
      className={styles.question}
      data-testid="exam-question"
      data-question={question.id}
      translate="no"
    >
      <header className={styles.questionHead}>
        <h2 ref={heading} tabIndex={-1} className={room.questionName}>
          {name}
        </h2>
        <ActionButton
          look="quiet"
          data-testid="exam-flag"
          aria-pressed={flagged}
          disabled={!isOpen}
          icon={
            flagged ? (
              <IconFlagFilled size={20} aria-hidden="true" />
            ) : (
              <IconFlag size={20} aria-hidden="true" />
            )
          }
          onClick={() => onFlag(!flagged)}
        >
          {flagged ? texts.flagOff : texts.flagOn}
        </ActionButton>
      </header>
      {section.html && section.questions[0]?.id === question.id && (
        <Repaint
          what={section.id}
          otherwise={<p className={`${styles.lead} ${styles.plain}`}>{plainOf(section.html)}</p>}
        >
          <Marked part={leadPart(section.id)} html={section.html}>
            <PaperHtml html={section.html} media={media} className={styles.lead} />
          </Marked>
        </Repaint>
      )}
      <Pick paper={paper} section={section.id} cells={cells} isOpen={isOpen} onAnswer={onAnswer} />
      <Repaint
        what={question.id}
        otherwise={<PlainText html={question.html} lang={question.lang} reading={question.reading} />}
      >
        <section aria-label={words}>
          <Marked part={questionPart(question.id)} html={question.html}>
            <PaperHtml html={question.html} media={media} lang={question.lang} />
          </Marked>
        </section>
      </Repaint>
      {anchor !== null && (
        <ActionButton look="quiet" onClick={() => onAnchor(anchor)}>
          {texts.toAnchor(anchorLabel(paper, question.passage, anchor))}
        </ActionButton>
      )}
      <div className={styles.slots}>
        {question.slots
          .filter((slot) => slot.kind !== 'mark')
          .map((slot) => (
            <Repaint key={slot.id} what={slot.id} otherwise={plain(slot)}>
              <SlotField
                slot={slot}
                question={question}
                name={nameOfSlot(slot.label)}
                kind={kind}
                value={slotValue(cells, slot.id)}
                isOpen={isOpen}
                media={media}
                onAnswer={(value) => onAnswer(slot.id, value)}
              />
            </Repaint>
          ))}
        {hasMarks && (
          <Repaint
            what={`${question.id} marks`}
            otherwise={question.slots.filter(({ kind }) => kind === 'mark').map(plain)}
          >
            <MarkBoxes
              key={question.id}
              question={question}
              name={name}
              slotValue={(slot) => slotValue(cells, slot)}
              isOpen={isOpen}
              onAnswer={onAnswer}
            />
          </Repaint>
        )}
      </div>
    </article>
  );
}

function anchorLabel(paper: Paper, passage: string | null, anchor: string): string {
  const found = paper.passages.find(({ id }) => id === passage);
  return found?.anchors.find(({ id }) => id === anchor)?.label || anchor.replace(/^blank:/, '');
}

/** 選択問題: the learner says which sections they answer; the others are marked as not counting. */
function Pick({
  paper,
  section,
  cells,
  isOpen,
  onAnswer,
}: {
  paper: Paper;
  section: string;
  cells: LocalCells;
  isOpen: boolean;
  onAnswer: (slot: string, value: string) => void;
}) {
  const choice = choiceOf(paper, section);
  if (!choice) return null;
  const picks = picksOf(cells, choice.id);
  return (
    <div className={styles.pick}>
      <p>{texts.choose(choice.name, choice.choose)}</p>
      <label className={styles.pickBox}>
        <input
          type="checkbox"
          data-slot={pickName(choice.id)}
          checked={picks.includes(section)}
          disabled={!isOpen || (!picks.includes(section) && picks.length >= choice.choose)}
          onChange={() => onAnswer(pickName(choice.id), togglePick(choice, picks, section))}
        />
        <span>{texts.picked}</span>
      </label>
      {picks.length > 0 && !isCounted(paper, cells, section) && (
        <p className={room.note}>{texts.notPicked}</p>
      )}
    </div>
  );
}
