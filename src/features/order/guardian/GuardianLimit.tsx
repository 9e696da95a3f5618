import { useRef, useState } from 'react';
import type { GuardianOrder } from '#contracts/shopGuardian.ts';
import { SummaryBox } from '#shared/form/ErrorSummary.tsx';
import formStyles from '#shared/form/Form.module.css';
import { describeFailure } from '#shared/form/failure.ts';
import { SelectBox } from '#shared/form/SelectBox.tsx';
import { createSubmissionKey } from '#shared/form/submissionKey.ts';
import { useForm } from '#shared/form/useForm.ts';
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

/** The value before anything was chosen: the limit stays as the server says it is. */
const unchanged = 'unchanged';

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
  const [said, setSaid] = useState('');
  const isOffline = useConnectivity().state === 'offline';
  const yen = limit?.yen ?? null;
  const canSet = limit?.can_set === true;
  const current = yen === null ? never : String(yen);
  const chosenOf = ({ limit: chosen }: { limit: string }) => (chosen === unchanged ? current : chosen);
  const form = useForm({
    initial: { limit: unchanged },
    order: ['limit'],
    check: () => ({}),
    send: async (values) => {
      setSaid('');
      const value = chosenOf(values);
      const next = canSet && value !== never ? Number(value) : null;
      const body = { yen: next };
      const answer = await putLimit(token, body, keys.current.keyFor([body, yen]));
      keys.current.arrived();
      form.put({ limit: unchanged });
      setSaid(next === null ? words.ended : words.saved(orderTexts.yen(next)));
      onAnswer(answer);
    },
    describe: describeFailure,
  });
  if (!limit && said === '') return null;
  const value = chosenOf(form.values);
  return (
    <form
      className={styles.card}
      aria-labelledby="limit-title"
      data-testid="guardian-limit"
      onSubmit={(event) => void form.submit(event)}
      noValidate
    >
      <h2 id="limit-title">{words.title}</h2>
      <p>{yen === null ? words.lead : words.set(orderTexts.yen(yen))}</p>
      <SummaryBox title={words.failed} failure={form.summary.failure} testId="guardian-limit-error" />
      {canSet && (
        <>
          <ul className={formStyles.points}>
            {words.points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
          <SelectBox
            {...form.bind('limit')}
            label={words.label}
            hint={words.spent(orderTexts.yen(limit.spent))}
            value={value}
            placeholder={words.never}
            options={choices(yen)}
          />
        </>
      )}
      <p role="status" data-testid="guardian-limit-said">
        {said}
      </p>
      {(canSet || yen !== null) && (
        <div className={styles.actions}>
          <ActionButton
            type="submit"
            disabled={form.isBusy || isOffline || (canSet && value === current)}
            aria-busy={form.isBusy}
            data-testid="guardian-limit-save"
          >
            {form.isBusy ? words.saving : canSet ? words.save : words.end}
          </ActionButton>
        </div>
      )}
      {isOffline && <p className={styles.small}>{orderTexts.online}</p>}
    </form>
  );
}
