import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconCopy } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { codeDayStart, writeCode } from '#features/rehearsal/environmentCode.ts';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { formatDay } from '#shared/lib/text/format.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { isWhole } from '../cut.ts';
import { environmentOf, type Outcome, outcomeOf } from '../environment.ts';
import type { Rehearsal } from '../store.ts';
import { checkTexts, texts as shared, resultTexts as texts } from '../texts.ts';
import styles from './Result.module.css';

/** Step 3: the device is fit, with the code; or what has to be fixed or is still to be done. */
export function ResultStep({ rehearsal }: { rehearsal: Rehearsal }) {
  const outcome = outcomeOf(rehearsal);
  return (
    <div className={styles.step}>
      {outcome.isFit ? <Fit rehearsal={rehearsal} /> : <Unfit outcome={outcome} />}
      <Notes outcome={outcome} rehearsal={rehearsal} />
      <div className={styles.actions}>
        {outcome.isFit && (
          <>
            <ActionLink to={paths.mockexam()} look="primary">
              {texts.toExams}
            </ActionLink>
            <ActionLink to={paths.english()}>{texts.toEnglish}</ActionLink>
          </>
        )}
        <ActionLink to={paths.home()}>{texts.toTop}</ActionLink>
        <ActionLink to={paths.contact()} look="quiet">
          {texts.toContact}
        </ActionLink>
      </div>
    </div>
  );
}

async function copy(code: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(code);
    blueAlert.show(texts.copied);
  } catch {
    blueAlert.show(texts.notCopied);
  }
}

function Fit({ rehearsal: { facts, attempt, cut } }: { rehearsal: Rehearsal }) {
  const environment = environmentOf(facts, cut, attempt?.handedIn?.at ?? serverNow());
  const code = writeCode(environment);
  const day = formatDay(codeDayStart(environment.day), serverNow());
  return (
    <section className={styles.card} data-level="ok">
      <h3 className={styles.title}>
        <IconCircleCheck size={28} aria-hidden="true" />
        {texts.can}
      </h3>
      <p>{texts.canBody}</p>
      <p className={styles.code}>
        <span className={styles.label}>{texts.code}</span>
        <strong data-testid="environment-code">{code}</strong>
      </p>
      <ActionButton
        className={styles.own}
        look="primary"
        icon={<IconCopy size={20} aria-hidden="true" />}
        onClick={() => void copy(code)}
      >
        {texts.copy}
      </ActionButton>
      <p className={styles.small}>{texts.codeDay(day)}</p>
    </section>
  );
}

function Unfit({ outcome: { fails, open, isPractised } }: { outcome: Outcome }) {
  const isFailed = fails.length > 0;
  const Icon = isFailed ? IconCircleX : IconAlertTriangle;
  return (
    <section className={styles.card} data-level={isFailed ? 'fail' : 'note'}>
      <h3 className={styles.title}>
        <Icon size={28} aria-hidden="true" />
        {isFailed ? texts.cannot : texts.notYet}
      </h3>
      <p>{isFailed ? texts.cannotBody : texts.notYetBody}</p>
      {isFailed && (
        <>
          <h4 className={styles.group}>{texts.fails}</h4>
          <ul className={styles.list}>
            {fails.map(({ name, verdict }) => (
              <li key={name} data-testid="failed-check">
                <strong>{checkTexts.names[name]}</strong>
                <p>{verdict.result}</p>
                <p>{verdict.fix}</p>
              </li>
            ))}
          </ul>
        </>
      )}
      {(open.length > 0 || !isPractised) && (
        <>
          <h4 className={styles.group}>{texts.open}</h4>
          <ul className={styles.list}>
            {open.map((name) => (
              <li key={name}>{checkTexts.names[name]}</li>
            ))}
            {!isPractised && <li>{texts.openPractice}</li>}
          </ul>
        </>
      )}
      <div className={styles.actions}>
        {(isFailed || open.length > 0) && (
          <ActionLink to={{ search: '?step=check' }} look="primary">
            {shared.back.check}
          </ActionLink>
        )}
        {!isPractised && (
          <ActionLink
            to={{ search: '?step=practice' }}
            look={isFailed || open.length > 0 ? 'plain' : 'primary'}
          >
            {shared.next.practice}
          </ActionLink>
        )}
      </div>
    </section>
  );
}

function Notes({ outcome: { notes }, rehearsal: { cut } }: { outcome: Outcome; rehearsal: Rehearsal }) {
  return (
    <section className={styles.notes}>
      <h3 className={styles.group}>{texts.notes}</h3>
      <ul className={styles.list}>
        {notes.map(({ name, verdict }) => (
          <li key={name}>
            <strong>{checkTexts.names[name]}</strong>
            <p>{verdict.result}</p>
            <p>{verdict.fix}</p>
          </li>
        ))}
        <li>
          {isWhole(cut) ? (
            texts.cutDone
          ) : (
            <>
              {texts.cutOpen} <Link to={{ search: '?step=practice' }}>{shared.back.practice}</Link>
            </>
          )}
        </li>
      </ul>
    </section>
  );
}
