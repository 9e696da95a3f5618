import { useEffect, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { consentSteps, consentTexts } from '#contracts/shopDocument.ts';
import { SummaryBox } from '#shared/form/ErrorSummary.tsx';
import { describeFailure } from '#shared/form/failure.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { useAnswer } from '#shared/lib/public/useAnswer.ts';
import { usePdf, whenMade } from '#shared/lib/shop/usePdf.ts';
import { useConnectivity } from '#shared/lib/transport/useConnectivity.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { MirrorView } from '#shared/ui/MirrorView.tsx';
import { Skeleton } from '#shared/ui/Skeleton.tsx';
import { getConsent, getOutline, postConsent } from '../api.ts';
import { texts } from '../texts.ts';
import styles from './Payment.module.css';

const words = texts.consent;
/** File name when the document is saved. */
const fileName = '概要書面.pdf';

/**
 * Contract documents before an order that needs them (money.md 4.18): 概要書面 to read, and the steps of consent to
 * documents as PDF. `onConsented` gets the offer's id once everything is agreed to, also if that happened earlier.
 */
export function ContractConsent({ id, onConsented }: { id: string; onConsented: (id: string) => void }) {
  const consent = useAnswer((options) => getConsent(id, options), null);
  const titleId = useId();
  return (
    <section className={styles.card} aria-labelledby={titleId} data-testid="contract-consent">
      <h2 id={titleId} className={styles.blockTitle}>
        {words.title}
      </h2>
      <p>{words.lead}</p>
      <p className={styles.note}>
        {words.paper} <Link to={paths.contact()}>{words.contact}</Link>
      </p>
      <MirrorView mirror={consent} shape={<Skeleton height="8rem" radius="0.75rem" />}>
        {({ is_complete }) => (
          <Steps id={id} isComplete={is_complete} onSent={consent.put} onConsented={onConsented} />
        )}
      </MirrorView>
    </section>
  );
}

function Steps({
  id,
  isComplete,
  onSent,
  onConsented,
}: {
  id: string;
  isComplete: boolean;
  onSent: (consent: Awaited<ReturnType<typeof postConsent>>) => void;
  onConsented: (id: string) => void;
}) {
  const isOffline = useConnectivity().state === 'offline';
  const { state: paper, open } = usePdf();
  const failure = paper.kind === 'failed' ? describeFailure(paper.error) : null;
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    if (isComplete) onConsented(id);
  }, [isComplete, id, onConsented]);
  return (
    <>
      <SummaryBox
        title={words.openFailed}
        failure={paper.kind === 'late' ? words.late : failure}
        testId="outline-error"
      />
      <ActionButton
        disabled={isOffline || paper.kind === 'working'}
        onClick={() => void open((signal) => whenMade(signal, () => getOutline(id)))}
        data-testid="outline-open"
      >
        {paper.kind === 'working' ? words.opening : words.open}
      </ActionButton>
      <div role="status">
        {paper.kind === 'ready' && <p>{words.opened}</p>}
        {isComplete && <p data-testid="consent-done">{words.done}</p>}
      </div>
      {paper.kind === 'ready' && (
        <p className={styles.documents}>
          <a
            href={paper.url}
            target="_blank"
            rel="noreferrer"
            onClick={() => setRead(true)}
            data-testid="outline-pdf"
          >
            {words.link}
          </a>
          {'・'}
          <a href={paper.url} download={fileName} onClick={() => setRead(true)}>
            {words.save}
          </a>
        </p>
      )}
      {!isComplete && <Ticks id={id} isRead={isRead} isOffline={isOffline} onSent={onSent} />}
    </>
  );
}

/** One tick box per step, none of them ticked in advance. */
function Ticks({
  id,
  isRead,
  isOffline,
  onSent,
}: {
  id: string;
  /** 概要書面 has been opened on this page. */
  isRead: boolean;
  isOffline: boolean;
  onSent: (consent: Awaited<ReturnType<typeof postConsent>>) => void;
}) {
  const errorId = useId();
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const isAll = ticked.length === consentSteps.length;
  const missing = isRead ? (isAll ? null : words.tickAll) : words.openFirst;
  const send = async () => {
    setAsked(true);
    if (missing || isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      onSent(await postConsent(id));
    } catch (error) {
      setFailure(describeFailure(error));
    } finally {
      setBusy(false);
    }
  };
  const turn = (step: string, isOn: boolean) =>
    setTicked((former) => [...former.filter((one) => one !== step), ...(isOn ? [step] : [])]);
  return (
    <fieldset className={styles.consent} aria-describedby={isAsked && missing ? errorId : undefined}>
      <legend>{words.legend}</legend>
      {consentSteps.map((step) => (
        <label key={step}>
          <input
            type="checkbox"
            name={`consent-${step}`}
            checked={ticked.includes(step)}
            onChange={(event) => turn(step, event.currentTarget.checked)}
            data-testid={`consent-${step}`}
          />
          <span>{consentTexts[step]}</span>
        </label>
      ))}
      <SummaryBox title={words.failed} failure={failure} testId="consent-error" />
      {isAsked && missing && (
        <p id={errorId} className={styles.error} role="alert">
          {missing}
        </p>
      )}
      <ActionButton
        disabled={isOffline || isBusy}
        aria-busy={isBusy}
        onClick={() => void send()}
        data-testid="consent-send"
      >
        {isBusy ? words.sending : words.send}
      </ActionButton>
    </fieldset>
  );
}
