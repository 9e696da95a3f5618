import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { consentVersion } from '#contracts/shopDocument.ts';
import type {
  GuardianApproveInput,
  GuardianChange,
  GuardianOrder,
  GuardianOrderView,
} from '#contracts/shopGuardian.ts';
import { SummaryBox } from '#shared/form/ErrorSummary.tsx';
import formStyles from '#shared/form/Form.module.css';
import { describeFailure } from '#shared/form/failure.ts';
import { createSubmissionKey } from '#shared/form/submissionKey.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { parseTime } from '#shared/lib/text/format.ts';
import { useConnectivity } from '#shared/lib/transport/useConnectivity.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { AgreedBlocks } from '../components/Agreed.tsx';
import styles from '../components/Order.module.css';
import { texts as orderTexts } from '../texts.ts';
import { changesWithin, postApprove } from './api.ts';
import { GuardianPapers, papersMissing, type Step } from './GuardianPapers.tsx';
import { StopOrder } from './StopOrder.tsx';
import { texts } from './texts.ts';

const words = texts.ask;

/** The request to a guardian: the exact text that was ordered, a tick box that names it, and the two answers. */
export function GuardianAsk({
  token,
  order,
  onAnswer,
}: {
  token: string;
  order: GuardianOrderView;
  onAnswer: (answer: GuardianOrder) => void;
}) {
  const keys = useRef(createSubmissionKey());
  const box = useRef<HTMLInputElement>(null);
  const [isAgreed, setAgreed] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [change, setChange] = useState<GuardianChange | null>(null);
  const isOffline = useConnectivity().state === 'offline';
  const until = parseTime(order.until);
  const isMissing = isAsked && !isAgreed;
  const [isRead, setRead] = useState(false);
  const [steps, setSteps] = useState<Step[]>([]);
  const lacking = order.needs_papers ? papersMissing(isRead, steps) : '';

  const approve = async () => {
    setAsked(true);
    if (!isAgreed) return box.current?.focus();
    if (isBusy || lacking) return;
    setBusy(true);
    setFailure(null);
    const word = { confirm_hash: order.confirm_hash, agree: true } as const;
    const body: GuardianApproveInput = order.needs_papers
      ? { ...word, steps, text_version: consentVersion }
      : word;
    try {
      onAnswer(await postApprove(token, body, keys.current.keyFor(body)));
    } catch (error) {
      const found = changesWithin(error);
      if (found) setChange(found);
      else setFailure(describeFailure(error));
    } finally {
      setBusy(false);
    }
  };

  if (change) return <Changed token={token} change={change} onAnswer={onAnswer} />;
  return (
    <div className={styles.room} data-testid="guardian-ask">
      <section className={styles.card}>
        <p>{words.to(order.guardian_name)}</p>
        <p>{words.lead(order.learner_name)}</p>
        <p className={styles.fact}>
          <span className={styles.name}>{words.total}</span>
          <span className={styles.big} data-testid="guardian-total">
            {orderTexts.yen(order.total)}
          </span>
        </p>
        <p className={styles.small}>
          {`${words.number} `}
          <span data-testid="order-number">{order.order_no}</span>
        </p>
        {order.is_test && <p className={styles.small}>{orderTexts.test}</p>}
        <ul className={formStyles.points}>
          {words.points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </section>
      <section className={`${styles.card} ${styles.agreed}`} data-testid="confirm-text">
        <h2>{words.confirm}</h2>
        <AgreedBlocks blocks={order.confirm} />
      </section>
      {order.needs_papers && (
        <GuardianPapers
          token={token}
          ticked={steps}
          missing={isAsked ? lacking : ''}
          onRead={() => setRead(true)}
          onTick={setSteps}
        />
      )}
      <section className={styles.card} aria-label={texts.title}>
        <SummaryBox title={words.failed} failure={failure} testId="guardian-error" />
        <div className={formStyles.agree}>
          <label className={formStyles.keep}>
            <input
              ref={box}
              type="checkbox"
              name="agree"
              checked={isAgreed}
              aria-invalid={isMissing || undefined}
              aria-describedby={isMissing ? 'guardian-agree-error' : undefined}
              onChange={(event) => setAgreed(event.currentTarget.checked)}
              data-testid="confirm-agree"
            />
            <span>{words.agree}</span>
          </label>
          <p className={formStyles.documents}>
            <Link to={paths.eula()} target="_blank">
              {words.eula}
            </Link>
            {'・'}
            <Link to={paths.commerce()} target="_blank">
              {words.commerce}
            </Link>
            {'・'}
            <Link to={paths.privacy()} target="_blank">
              {words.privacy}
            </Link>
            {words.newTab}
          </p>
          {isMissing && (
            <p id="guardian-agree-error" className={formStyles.error}>
              {words.agreeFirst}
            </p>
          )}
        </div>
        <div className={styles.actions}>
          <ActionButton
            look="primary"
            disabled={isBusy || isOffline}
            aria-busy={isBusy}
            onClick={() => void approve()}
            data-testid="guardian-approve"
          >
            {isBusy ? words.approving : words.approve}
          </ActionButton>
        </div>
        <StopOrder
          token={token}
          words={{ label: words.decline, title: words.declineTitle, body: words.declineBody }}
          onAnswer={onAnswer}
        />
        {until !== null && <p className={styles.small}>{words.until(until)}</p>}
      </section>
    </div>
  );
}

/** The text has changed since the order: the guardian cannot agree, and the learner orders again. */
function Changed({
  token,
  change: { changes },
  onAnswer,
}: {
  token: string;
  change: GuardianChange;
  onAnswer: (answer: GuardianOrder) => void;
}) {
  return (
    <section className={styles.card} role="alert" data-testid="guardian-changed">
      <h2>{texts.changed.title}</h2>
      <p>{texts.changed.body}</p>
      {changes.map(({ title, before, after }) => (
        <div key={title}>
          <h3>{title}</h3>
          <dl className={styles.facts}>
            <div className={styles.fact}>
              <dt>{texts.changed.before}</dt>
              <dd>{before || texts.changed.nothing}</dd>
            </div>
            <div className={styles.fact}>
              <dt>{texts.changed.after}</dt>
              <dd>{after || texts.changed.nothing}</dd>
            </div>
          </dl>
        </div>
      ))}
      <StopOrder
        token={token}
        words={{ label: texts.changed.cancel, title: texts.pay.stopTitle, body: texts.pay.stopBody }}
        onAnswer={onAnswer}
      />
    </section>
  );
}
