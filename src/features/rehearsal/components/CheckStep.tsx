import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { automatic, type Facts } from '../facts.ts';
import { texts as shared, checkTexts as texts } from '../texts.ts';
import { useChecks } from '../useChecks.ts';
import { verdictOf } from '../verdicts.ts';
import styles from './Check.module.css';
import { CheckRow } from './CheckRow.tsx';
import { InputCheck } from './InputCheck.tsx';
import { ScreenCheck } from './ScreenCheck.tsx';
import { SoundCheck } from './SoundCheck.tsx';

/** Step 1: a tap starts the automatic checks; the learner does the rest with their own eyes, ears and hands. */
export function CheckStep({ facts }: { facts: Facts }) {
  const { run, running, hasEnded, stop } = useChecks();
  const verdicts = automatic.map((name) => verdictOf(name, facts));
  const isMeasured = !verdicts.includes(null);
  const fails = verdicts.filter((verdict) => verdict?.level === 'fail').length;
  return (
    <div className={styles.step}>
      <p>{texts.lead}</p>
      <div className={styles.actions}>
        {running ? (
          <ActionButton onClick={stop}>{texts.stop}</ActionButton>
        ) : (
          <ActionButton look={isMeasured ? 'plain' : 'primary'} onClick={() => void run(automatic)}>
            {isMeasured ? texts.again : texts.start}
          </ActionButton>
        )}
      </div>
      <p className="visually-hidden" role="status">
        {running ? texts.running : hasEnded ? texts.done(fails) : ''}
      </p>
      <h3 className={styles.group}>{texts.automatic}</h3>
      <ul className={styles.list}>
        {automatic.map((name, at) => (
          <CheckRow
            key={name}
            name={name}
            verdict={verdicts[at] ?? null}
            isRunning={running === name}
            onRetry={running ? undefined : () => void run([name])}
          />
        ))}
      </ul>
      <h3 className={styles.group}>{texts.byHand}</h3>
      <ul className={styles.list}>
        <SoundCheck facts={facts} />
        <InputCheck facts={facts} />
        <ScreenCheck facts={facts} />
      </ul>
      <div className={styles.actions}>
        <ActionLink to={{ search: '?step=practice' }} look={isMeasured ? 'primary' : 'plain'}>
          {shared.next.practice}
        </ActionLink>
      </div>
    </div>
  );
}
