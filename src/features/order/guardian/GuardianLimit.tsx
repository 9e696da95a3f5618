import { useRef, useState } from 'react';
import type { GuardianOrder } from '#contracts/shopGuardian.ts';
import { SummaryBox } from '#shared/form/ErrorSummary.tsx';
import formStyles from '#shared/form/Form.module.css';
import { describeFailure } from '#shared/form/failure.ts';
import { SelectBox } from '#shared/form/SelectBox.tsx';
import { createSubmissionKey } from '#shared/form/submissionKey.ts';
import { useConnectivity } from '#shared/lib/transport/useConnectivity.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import styles from '../components/Order.module.css';
import { texts as orderTexts } from '../texts.ts';
import { putLimit } from './api.ts';
import { texts } from './texts.ts';

const words = texts.limit;

/** Monthly limits offered, in yen; a limit with another value is added to them. */
const steps = [3000, 5000, 10_000, 20_000, 30_000, 50_000];

/** The value of a guardian who is asked each time. */
const never = '';

function choices(yen: number | null) {
  const sums =
    yen === null || steps.includes(yen) ? steps : [...steps, yen].sort((one, other) => one - other);
  return sums.map((sum) => ({ value: String(sum), label: words.upTo(orderTexts.yen(sum)) }));
}

type Limit = NonNullable<GuardianOrder['limit']>;

/**
 * The limit up to which a guardian agrees in advance (money.md 4.11). Once the order of the link has ended, the limit
 * can only be removed. Nothing is shown if there is nothing to set.
 */
export function GuardianLimit({
  token,
  limit,
  onAnswer,
}: {
  token: string;
  limit: Limit | null;
  onAnswer: (answer: GuardianOrder) => void;
}) {
  const keys = useRef(createSubmissionKey());
  const [chosen, setChosen] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const isOffline = useConnectivity().state === 'offline';
  if (!limit && said === '') return null;
  const yen = limit?.yen ?? null;
  const canSet = limit?.can_set === true;
  const value = chosen ?? (yen === null ? never : String(yen));

  const save = async (next: number | null) => {
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    setSaid('');
    const body = { yen: next };
    try {
      const answer = await putLimit(token, body, keys.current.keyFor([body, yen]));
      keys.current.arrived();
      setChosen(null);
      setSaid(next === null ? words.ended : words.saved(orderTexts.yen(next)));
      onAnswer(answer);
    } catch (error) {
      setFailure(describeFailure(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={styles.card} aria-labelledby="limit-title" data-testid="guardian-limit">
      <h2 id="limit-title">{words.title}</h2>
      <p>{yen === null ? words.lead : words.set(orderTexts.yen(yen))}</p>
      <SummaryBox title={words.failed} failure={failure} testId="guardian-limit-error" />
      {canSet && (
        <>
          <ul className={formStyles.points}>
            {words.points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
          <SelectBox
            id="guardian-limit"
            name="limit"
            label={words.label}
            hint={words.spent(orderTexts.yen(limit.spent))}
            value={value}
            placeholder={words.never}
            options={choices(yen)}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
        </>
      )}
      <p role="status" data-testid="guardian-limit-said">
        {said}
      </p>
      {(canSet || yen !== null) && (
        <div className={styles.actions}>
          <ActionButton
            disabled={isBusy || isOffline || (canSet && (chosen === null || value === String(yen ?? never)))}
            aria-busy={isBusy}
            onClick={() => void save(canSet && value !== never ? Number(value) : null)}
            data-testid="guardian-limit-save"
          >
            {isBusy ? words.saving : canSet ? words.save : words.end}
          </ActionButton>
        </div>
      )}
      {isOffline && <p className={styles.small}>{orderTexts.online}</p>}
    </section>
  );
}
