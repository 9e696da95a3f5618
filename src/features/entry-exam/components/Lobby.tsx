import { useState } from 'react';
import type { EntrySitting } from '#contracts/entryExam.ts';
import { useObservable } from '#shared/lib/observable/useObservable.ts';
import { formatDay } from '#shared/lib/text/format.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { useConnectivity } from '#shared/lib/transport/useConnectivity.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { Chip } from '#shared/ui/Chip.tsx';
import { ConfirmDialog } from '#shared/ui/ConfirmDialog.tsx';
import { describeError } from '#shared/ui/describeError.ts';
import type { EntryTestStore } from '../entryTestStore.ts';
import { answeredIn, type Kept, lostAnswers } from '../model.ts';
import { texts as common, lobbyTexts as texts } from '../texts.ts';
import { StageTitle } from './StageTitle.tsx';
import styles from './Test.module.css';

/** Before and between the subjects: the remaining and the finished subjects, and the rules. */
export function Lobby({ store, kept }: { store: EntryTestStore; kept: Kept }) {
  const { isBusy, error } = useObservable(store);
  const { state } = useConnectivity();
  const [isAsking, setAsking] = useState(false);
  const { subjects, expires_at } = kept.test;
  const next = subjects.find((sitting) => sitting.state === 'ready');
  const hasDone = subjects.some((sitting) => sitting.state === 'done');
  return (
    <>
      <StageTitle title={common.title} />
      <p>{texts.lead}</p>
      {state !== 'online' && <p className={styles.note}>{texts.offline}</p>}
      {error !== null && (
        <div className={styles.note} role="alert" data-testid="step-error">
          <p>
            <strong>{texts.failed}</strong>
          </p>
          <p>{describeError(error).body}</p>
        </div>
      )}
      <ul className={styles.subjects} aria-label={texts.list}>
        {subjects.map((sitting) => (
          <Subject
            key={sitting.id}
            sitting={sitting}
            answered={answeredIn(kept, sitting)}
            lost={lostAnswers(kept, sitting)}
            isNext={sitting.id === next?.id}
            isBusy={isBusy}
            onStart={() => void store.begin(sitting.id)}
          />
        ))}
      </ul>
      {hasDone && next && (
        <div className={styles.actions}>
          <ActionButton look="quiet" disabled={isBusy} onClick={() => setAsking(true)}>
            {texts.finish}
          </ActionButton>
        </div>
      )}
      <h2 className={styles.heading}>{texts.rules}</h2>
      <ul className={styles.rules}>
        {texts.rule.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      <p className={styles.small}>{texts.until(formatDay(expires_at, serverNow()))}</p>
      {isAsking && (
        <ConfirmDialog
          title={texts.finishTitle}
          body={texts.finishBody}
          confirm={texts.finishConfirm}
          onConfirm={() => {
            setAsking(false);
            void store.finish();
          }}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}

function Subject({
  sitting,
  answered,
  lost,
  isNext,
  isBusy,
  onStart,
}: {
  sitting: EntrySitting;
  answered: number;
  lost: number;
  isNext: boolean;
  isBusy: boolean;
  onStart: () => void;
}) {
  const { name, count, minutes, state, is_timed_out } = sitting;
  return (
    <li className={styles.card} data-testid="subject" data-state={state}>
      <div className={styles.head}>
        <h2 className={styles.name}>{name}</h2>
        <Chip tone={state === 'done' ? 'blue' : 'plain'}>{texts.states[state]}</Chip>
      </div>
      <p className={styles.small}>{texts.facts(count, minutes)}</p>
      {state === 'done' && (
        <p className={styles.small}>
          {texts.answered(answered, count)}
          {is_timed_out && `・${texts.timedOut}`}
        </p>
      )}
      {lost > 0 && <p className={styles.note}>{texts.lost(lost)}</p>}
      {state === 'ready' && (
        <ActionButton look={isNext ? 'primary' : 'plain'} disabled={isBusy} onClick={onStart}>
          {texts.start(name)}
        </ActionButton>
      )}
    </li>
  );
}
