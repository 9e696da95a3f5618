import { useEffect, useRef, useState } from 'react';
import { describeCardFailure } from '#shared/form/card/cardFailure.ts';
import { SummaryBox } from '#shared/form/ErrorSummary.tsx';
import { ReasonForm } from '#shared/form/ReasonForm.tsx';
import { useReasonForm } from '#shared/form/useReasonForm.ts';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { parseTime } from '#shared/lib/text/format.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { afterCancel, resumeKind } from '../model.ts';
import { texts } from '../texts.ts';
import { type Changing, focusTitle, useAct } from '../useAct.ts';
import styles from './Subscription.module.css';

const words = texts.cancel;

/**
 * The end of a contract (money.md 4.16). The page shows when it ends and what stays before anything is done. The reason
 * is optional, and until the end the cancellation can be undone. From 購入履歴 it takes three taps: its row,
 * 「解約する」, 「解約を確定する」.
 */
export function CancelPlan(changing: Changing) {
  const { subscription } = changing;
  const [isDone, setDone] = useState(false);
  if (isDone || resumeKind(subscription, serverNow()) === 'undo')
    return <Cancelled {...changing} isJustDone={isDone} onUndone={() => setDone(false)} />;
  if (!subscription.can_cancel) return null;
  return <Cancelling {...changing} onDone={() => setDone(true)} />;
}

function Cancelling({ onDone, ...changing }: Changing & { onDone: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const { send } = useAct(changing);
  const form = useReasonForm(async (reason) => {
    await send({ kind: 'cancel', body: { reason } });
    onDone();
  }, describeCardFailure);
  const end = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isAsking) end.current?.focus();
  }, [isAsking]);

  return (
    <section className={styles.card} aria-labelledby="cancel-title">
      <h2 id="cancel-title">{words.title}</h2>
      {!isAsking && (
        <div className={styles.actions}>
          <ActionButton
            disabled={changing.isOffline}
            onClick={() => setAsking(true)}
            data-testid="cancel-start"
          >
            {words.start}
          </ActionButton>
        </div>
      )}
      {isAsking && (
        <ReasonForm
          form={form}
          words={{ ...words, keep: texts.keep, working: texts.working }}
          testIds={{ error: 'cancel-error', confirm: 'cancel-confirm' }}
          className={styles.ways}
          isOffline={changing.isOffline}
          mayLeave={!form.isBusy}
          onLeave={() => setAsking(false)}
        >
          <div className={styles.after}>
            <h3 ref={end} tabIndex={-1}>
              {words.endTitle}
            </h3>
            <After {...changing} />
          </div>
        </ReasonForm>
      )}
    </section>
  );
}

/** When it ends, what is no longer charged, and what stays. */
function After({ subscription }: Changing) {
  const after = afterCancel(subscription, serverNow());
  const next = parseTime(subscription.next_charge_at);
  return (
    <ul className={styles.points} data-testid="cancel-end">
      <li className={styles.strong}>
        {after.kind === 'atOnce' ? words.atOnce : words[after.kind](after.end)}
      </li>
      {next !== null && subscription.next_amount !== null && (
        <li>{words.noCharge(next, texts.yen(subscription.next_amount))}</li>
      )}
      {words.stays.map((line) => (
        <li key={line}>{line}</li>
      ))}
      {after.kind !== 'atOnce' && <li>{words.undoLater(after.end)}</li>}
    </ul>
  );
}

/** Says that it is cancelled and until when it can be used, with a button to undo it. */
function Cancelled({
  isJustDone,
  onUndone,
  ...changing
}: Changing & { isJustDone: boolean; onUndone: () => void }) {
  const { subscription, isOffline } = changing;
  const { isBusy, failure, run } = useAct(changing);
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (isJustDone) place.current?.focus();
  }, [isJustDone]);
  const end = parseTime(subscription.ends_at);
  const isAtOnce = end === null || end <= serverNow();
  const undo = async () => {
    if (!(await run({ kind: 'resume' }))) return;
    onUndone();
    blueAlert.show(words.undone);
    focusTitle();
  };
  return (
    <section className={styles.card} aria-labelledby="cancel-title">
      <h2 id="cancel-title">{words.title}</h2>
      <SummaryBox title={words.undoFailed} failure={failure} testId="cancel-error" />
      <div role="status">
        <p ref={place} tabIndex={-1} className={styles.strong} data-testid="cancel-done">
          {isAtOnce ? words.doneAtOnce : words.done(end)}
        </p>
        {isJustDone && <p>{words.mailed}</p>}
      </div>
      {resumeKind(subscription, serverNow()) === 'undo' && (
        <div className={styles.actions}>
          <ActionButton disabled={isBusy || isOffline} onClick={() => void undo()} data-testid="cancel-undo">
            {isBusy ? texts.working : words.undo}
          </ActionButton>
        </div>
      )}
    </section>
  );
}
