import { useState } from 'react';
import type { EntrySitting } from '#contracts/entryExam.ts';
import { QuestionList } from '#shared/exam/QuestionList.tsx';
import { texts as exam } from '#shared/exam/texts.ts';
import { useBusy } from '#shared/lib/loading/useBusy.ts';
import { useObservable } from '#shared/lib/observable/useObservable.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { ConfirmDialog } from '#shared/ui/ConfirmDialog.tsx';
import { StateCard } from '#shared/ui/StateCard.tsx';
import type { EntryTestStore } from '../entryTestStore.ts';
import { answeredIn, cellsIn, type Kept } from '../model.ts';
import { runTexts as texts } from '../texts.ts';
import { QuestionSheet } from './QuestionSheet.tsx';
import { RunBar } from './RunBar.tsx';
import { StageTitle } from './StageTitle.tsx';
import styles from './Test.module.css';

/** A subject whose time runs. */
export function Running({
  store,
  kept,
  sitting,
}: {
  store: EntryTestStore;
  kept: Kept;
  sitting: EntrySitting;
}) {
  const { sync, isLasting, isOver } = useObservable(store);
  const [isMoved, setMoved] = useState(false);
  const [isAsking, setAsking] = useState(false);
  useBusy(true, 'attempt');
  const cells = cellsIn(kept, sitting);
  const { questions, areas } = sitting;
  const place = Math.min(questions.length - 1, kept.places[sitting.id] ?? 0);
  const question = questions[place];
  const answered = answeredIn(kept, sitting);
  if (isOver || kept.handedIn.includes(sitting.id))
    return <Handing name={sitting.name} isTimeUp={isOver} isAway={sync === 'away'} />;
  const go = (to: number) => {
    setMoved(true);
    store.open(to);
  };
  return (
    <>
      <StageTitle title={sitting.name} />
      <RunBar store={store} sitting={sitting} answered={answered} sync={sync} isLasting={isLasting} />
      <QuestionList
        places={questions.map(({ id }) => ({ id, isAnswered: (cells[id]?.v ?? '').trim() !== '' }))}
        current={place}
        onOpen={go}
      />
      {question && (
        <QuestionSheet
          key={question.id}
          question={question}
          no={place + 1}
          area={areas.find(({ id }) => id === question.area)?.name ?? ''}
          value={cells[question.id]?.v ?? ''}
          isMoved={isMoved}
          onAnswer={(value) => store.answer(question.id, value)}
        />
      )}
      <div className={styles.turn}>
        <ActionButton onClick={() => go(place - 1)} disabled={place === 0}>
          {exam.previous}
        </ActionButton>
        <ActionButton onClick={() => go(place + 1)} disabled={place === questions.length - 1}>
          {exam.next}
        </ActionButton>
      </div>
      <div className={styles.actions}>
        <ActionButton look="primary" onClick={() => setAsking(true)}>
          {texts.handIn}
        </ActionButton>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={
            answered < questions.length ? texts.unanswered(questions.length - answered) : texts.allAnswered
          }
          body={texts.handInBody}
          confirm={texts.handIn}
          onConfirm={() => {
            setAsking(false);
            store.handIn(sitting.id);
          }}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** Handed in on this device; the server does not know yet. */
function Handing({ name, isTimeUp, isAway }: { name: string; isTimeUp: boolean; isAway: boolean }) {
  const title = isTimeUp ? texts.timeUp : texts.handing;
  return (
    <>
      <StageTitle title={name} />
      <div role="status" data-testid="handing" data-away={isAway}>
        <StateCard picture={isAway ? 'offline' : 'clock'} title={title}>
          <p>{isAway ? texts.awayBody : texts.handingBody}</p>
          {isAway && <p>{texts.graceBody}</p>}
        </StateCard>
      </div>
    </>
  );
}
