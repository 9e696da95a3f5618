import { useEffect, useRef, useSyncExternalStore } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { kept, nothingKept } from '../store.ts';
import { texts } from '../texts.ts';
import { useAttempt } from '../useAttempt.ts';
import { useCut } from '../useCut.ts';
import { CheckStep } from './CheckStep.tsx';
import { PracticeStep } from './PracticeStep.tsx';
import styles from './RehearsalScreen.module.css';
import { ResultStep } from './ResultStep.tsx';

const steps = ['check', 'practice', 'result'] as const;
type Step = (typeof steps)[number];

/** `/test`: three steps, each with its own address, so that the browser's back button leads through them. */
export function RehearsalScreen() {
  // At prerender time nobody has done anything yet.
  const { rehearsal, isKept } = useSyncExternalStore(kept.subscribe, kept.get, () => nothingKept);
  const [query] = useSearchParams();
  const step = steps.find((name) => name === query.get('step')) ?? 'check';
  useAttempt(rehearsal.attempt);
  useCut(rehearsal.cut);
  return (
    <div className={styles.page}>
      <PageHeader title={texts.title} inShell={false} lead={texts.lead} />
      <StepList step={step} />
      {!isKept && (
        <p className={styles.trouble} role="alert">
          {texts.notKept}
        </p>
      )}
      <StepHeading step={step} />
      {step === 'check' && <CheckStep facts={rehearsal.facts} />}
      {step === 'practice' && <PracticeStep rehearsal={rehearsal} />}
      {step === 'result' && <ResultStep rehearsal={rehearsal} />}
      <p className={styles.kept}>{texts.kept}</p>
    </div>
  );
}

function StepList({ step }: { step: Step }) {
  return (
    <nav aria-label={texts.steps}>
      <ol className={styles.steps}>
        {steps.map((name, index) => (
          <li key={name}>
            <Link
              to={{ search: `?step=${name}` }}
              className={styles.step}
              aria-current={name === step ? 'step' : undefined}
            >
              <span className={styles.number} aria-hidden="true">
                {index + 1}
              </span>
              <span>{texts.step[name]}</span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Takes the focus when the step changes: the page stays the same, so the shell does not move the focus. */
function StepHeading({ step }: { step: Step }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    heading.current?.focus({ preventScroll: true });
  }, [step]);
  return (
    <h2 ref={heading} tabIndex={-1} className={styles.heading}>
      {texts.heading[step]}
    </h2>
  );
}
