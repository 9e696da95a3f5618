import { useState } from 'react';
import { QuestionList } from '#shared/exam/QuestionList.tsx';
import { texts as exam } from '#shared/exam/texts.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { ConfirmDialog } from '#shared/ui/ConfirmDialog.tsx';
import { type Attempt, answeredCount, beginAttempt, handIn, withCurrent } from '../attempt.ts';
import { questions } from '../questions.ts';
import { change, type Rehearsal } from '../store.ts';
import { texts as shared, practiceTexts as texts } from '../texts.ts';
import { AttemptBar } from './AttemptBar.tsx';
import { CutPanel } from './CutPanel.tsx';
import styles from './Practice.module.css';
import { QuestionCard } from './QuestionCard.tsx';
import { Solutions } from './Solutions.tsx';

function begin(): void {
  change(() => ({ attempt: beginAttempt(serverNow()) }));
}

function open(place: number): void {
  change(({ attempt }) => ({ attempt: attempt && withCurrent(attempt, place) }));
}

/** Step 2: five questions as in an exam, with the network disconnected on purpose. */
export function PracticeStep({ rehearsal: { attempt, cut } }: { rehearsal: Rehearsal }) {
  if (!attempt) {
    return (
      <div className={styles.step}>
        <p>{texts.lead}</p>
        <div className={styles.actions}>
          <ActionButton look="primary" onClick={begin}>
            {texts.start}
          </ActionButton>
          <ActionLink to={{ search: '?step=check' }} look="quiet">
            {shared.back.check}
          </ActionLink>
        </div>
      </div>
    );
  }
  return (
    <div className={styles.step}>
      {attempt.handedIn ? (
        <Solutions attempt={attempt} onAgain={begin} />
      ) : (
        <Running attempt={attempt} isLast={attempt.current === questions.length - 1} />
      )}
      {(!attempt.handedIn || cut.phase !== 'idle') && (
        <CutPanel cut={cut} answers={answeredCount(attempt)} isHandedIn={attempt.handedIn !== null} />
      )}
    </div>
  );
}

function placesOf({ answers, flags }: Attempt) {
  return questions.map(({ id }) => ({
    id,
    isAnswered: (answers[id] ?? '') !== '',
    isFlagged: flags.includes(id),
  }));
}

function Running({ attempt, isLast }: { attempt: Attempt; isLast: boolean }) {
  const [isAsking, setIsAsking] = useState(false);
  const unanswered = questions.length - answeredCount(attempt);
  const give = () => {
    setIsAsking(false);
    change((former) => ({ attempt: former.attempt && handIn(former.attempt, serverNow()) }));
  };
  return (
    <>
      <AttemptBar attempt={attempt} />
      <QuestionList places={placesOf(attempt)} current={attempt.current} onOpen={open} />
      <QuestionCard key={attempt.current} attempt={attempt} />
      <div className={styles.turn}>
        <ActionButton onClick={() => open(attempt.current - 1)} disabled={attempt.current === 0}>
          {exam.previous}
        </ActionButton>
        <ActionButton onClick={() => open(attempt.current + 1)} disabled={isLast}>
          {exam.next}
        </ActionButton>
      </div>
      <div className={styles.actions}>
        <ActionButton look="primary" onClick={() => (unanswered > 0 ? setIsAsking(true) : give())}>
          {texts.handIn}
        </ActionButton>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={texts.unanswered(unanswered)}
          body={texts.unansweredBody}
          confirm={texts.confirm}
          onConfirm={give}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
