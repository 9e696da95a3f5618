import { useState } from 'react';
import { SummaryBox } from '#shared/form/ErrorSummary.tsx';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { parseTime } from '#shared/lib/text/format.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { ConfirmDialog } from '#shared/ui/ConfirmDialog.tsx';
import { resumeKind } from '../model.ts';
import { texts } from '../texts.ts';
import { type Changing, focusTitle, useAct } from '../useAct.ts';
import styles from './Subscription.module.css';

const words = texts.pause;

/** Leaves out one month: what happens to the courses is shown before the request (money.md 4.16). */
export function PausePlan(changing: Changing) {
  const kind = resumeKind(changing.subscription, serverNow());
  if (kind === 'unpause' || kind === 'unplan') return <Resume {...changing} kind={kind} />;
  return changing.subscription.can_pause ? <Pause {...changing} /> : null;
}

function Pause(changing: Changing) {
  const [isAsking, setAsking] = useState(false);
  const { isBusy, failure, run } = useAct(changing);
  const from = parseTime(changing.subscription.current_period_end);
  const facts = words.facts(from === null ? words.nextPeriod : texts.day(from));
  const pause = async () => {
    setAsking(false);
    if (!(await run({ kind: 'pause' }))) return;
    blueAlert.show(words.done);
    focusTitle();
  };
  return (
    <section className={styles.card} aria-labelledby="pause-title">
      <h2 id="pause-title">{words.title}</h2>
      <SummaryBox title={words.failed} failure={failure} testId="pause-error" />
      <p>{words.lead}</p>
      <ul className={styles.points}>
        {facts.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        <ActionButton
          disabled={isBusy || changing.isOffline}
          onClick={() => setAsking(true)}
          data-testid="pause-start"
        >
          {isBusy ? texts.working : words.start}
        </ActionButton>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={words.sure}
          body={facts.join('')}
          confirm={words.confirm}
          onConfirm={() => void pause()}
          onCancel={() => setAsking(false)}
        />
      )}
    </section>
  );
}

/** Undoes a pause before it begins, or ends it early, which is charged on that day. */
function Resume({ kind, ...changing }: Changing & { kind: 'unpause' | 'unplan' }) {
  const [isAsking, setAsking] = useState(false);
  const { isBusy, failure, run } = useAct(changing);
  const { next_amount, plan } = changing.subscription;
  const amount = texts.yen(next_amount ?? plan.price);
  const resume = async () => {
    setAsking(false);
    if (!(await run({ kind: 'resume' }))) return;
    blueAlert.show(kind === 'unplan' ? texts.resume.unplanned : texts.resume.resumed);
    focusTitle();
  };
  return (
    <section className={styles.card} aria-labelledby="pause-title">
      <h2 id="pause-title">{words.title}</h2>
      <SummaryBox title={texts.resume.failed} failure={failure} testId="pause-error" />
      {kind === 'unpause' && <p>{texts.resume.unpauseBody(amount)}</p>}
      <div className={styles.actions}>
        <ActionButton
          disabled={isBusy || changing.isOffline}
          onClick={() => (kind === 'unplan' ? void resume() : setAsking(true))}
          data-testid="pause-end"
        >
          {isBusy ? texts.working : texts.resume[kind]}
        </ActionButton>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={texts.resume.unpauseSure}
          body={texts.resume.unpauseBody(amount)}
          confirm={texts.resume.confirm}
          onConfirm={() => void resume()}
          onCancel={() => setAsking(false)}
        />
      )}
    </section>
  );
}
