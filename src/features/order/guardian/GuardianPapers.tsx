import { consentSteps, consentTexts } from '#contracts/shopDocument.ts';
import { SummaryBox } from '#shared/form/ErrorSummary.tsx';
import formStyles from '#shared/form/Form.module.css';
import { describeFailure } from '#shared/form/failure.ts';
import { usePdf, whenMade } from '#shared/lib/shop/usePdf.ts';
import { useConnectivity } from '#shared/lib/transport/useConnectivity.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import styles from '../components/Order.module.css';
import { getGuardianOutline } from './api.ts';
import { texts } from './texts.ts';

const words = texts.papers;
/** A step of the consent to documents as PDF. */
export type Step = (typeof consentSteps)[number];
/** What still has to be done before a guardian may agree; empty: nothing. */
export function papersMissing(isRead: boolean, ticked: readonly Step[]): string {
  if (!isRead) return words.openFirst;
  return consentSteps.every((step) => ticked.includes(step)) ? '' : words.tickAll;
}

/**
 * Contract documents before a guardian agrees (money.md 4.18): 概要書面 to read, and a tick box for each step of the
 * consent to documents as PDF. No box is ticked in advance.
 */
export function GuardianPapers({
  token,
  ticked,
  missing,
  onRead,
  onTick,
}: {
  token: string;
  ticked: readonly Step[];
  /** What is missing, shown after an attempt to continue without it; empty: no message. */
  missing: string;
  onRead: () => void;
  onTick: (ticked: Step[]) => void;
}) {
  const { state, open } = usePdf();
  const bring = (signal: AbortSignal) => whenMade(signal, () => getGuardianOutline(token));
  const isOffline = useConnectivity().state === 'offline';
  return (
    <section className={styles.card} aria-labelledby="guardian-papers" data-testid="contract-consent">
      <h2 id="guardian-papers">{words.title}</h2>
      <p>{words.lead}</p>
      <p className={styles.small}>{words.paper}</p>
      <SummaryBox
        title={words.openFailed}
        failure={
          state.kind === 'failed' ? describeFailure(state.error) : state.kind === 'late' ? words.late : null
        }
        testId="outline-error"
      />
      <div className={styles.actions}>
        <ActionButton
          disabled={isOffline || state.kind === 'working'}
          onClick={() => void open(bring)}
          data-testid="outline-open"
        >
          {state.kind === 'working' ? words.opening : words.open}
        </ActionButton>
      </div>
      <div role="status">{state.kind === 'ready' && <p>{words.opened}</p>}</div>
      {state.kind === 'ready' && (
        <p className={formStyles.documents}>
          <a href={state.url} target="_blank" rel="noreferrer" onClick={onRead} data-testid="outline-pdf">
            {words.link}
          </a>
          {'・'}
          <a href={state.url} download={words.file} onClick={onRead}>
            {words.save}
          </a>
        </p>
      )}
      <fieldset className={formStyles.group} aria-describedby={missing ? 'guardian-papers-error' : undefined}>
        <legend>{words.legend}</legend>
        {consentSteps.map((step) => (
          <label key={step} className={formStyles.keep}>
            <input
              type="checkbox"
              name={`consent-${step}`}
              checked={ticked.includes(step)}
              onChange={(event) =>
                onTick([
                  ...ticked.filter((one) => one !== step),
                  ...(event.currentTarget.checked ? [step] : []),
                ])
              }
              data-testid={`consent-${step}`}
            />
            <span>{consentTexts[step]}</span>
          </label>
        ))}
        {missing && (
          <p id="guardian-papers-error" className={formStyles.error} role="alert">
            {missing}
          </p>
        )}
      </fieldset>
    </section>
  );
}
