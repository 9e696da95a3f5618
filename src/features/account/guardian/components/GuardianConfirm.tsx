import { useCallback, useEffect, useRef, useState } from 'react';
import { AgreeBox } from '#shared/form/AgreeBox.tsx';
import { ErrorSummary } from '#shared/form/ErrorSummary.tsx';
import styles from '#shared/form/Form.module.css';
import { describeFailure } from '#shared/form/failure.ts';
import { createSubmissionKey } from '#shared/form/submissionKey.ts';
import { formTexts } from '#shared/form/texts.ts';
import { useForm } from '#shared/form/useForm.ts';
import { HttpError } from '#shared/lib/errors.ts';
import { formatDay, parseTime } from '#shared/lib/text/format.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { ConfirmDialog } from '#shared/ui/ConfirmDialog.tsx';
import { StateCard } from '#shared/ui/StateCard.tsx';
import { type GuardianQuestion, getQuestion, postDecision } from '../api.ts';
import { texts } from '../texts.ts';

type Step =
  | { kind: 'checking' | 'confirmed' | 'declined' | 'over' }
  | { kind: 'asked'; question: GuardianQuestion }
  | { kind: 'failed'; text: string };

/** What is left to do about a question: it may have been answered already. */
function stepOf(question: GuardianQuestion): Step {
  const { status } = question;
  return status === 'confirmed' || status === 'declined' ? { kind: status } : { kind: 'asked', question };
}

/** A link that is over, was replaced or never existed. Any other failure can be retried. */
function stepAfter(error: unknown): Step {
  const isOver = error instanceof HttpError && (error.status === 410 || error.status === 404);
  return isOver ? { kind: 'over' } : { kind: 'failed', text: describeFailure(error) };
}

const cards = {
  confirmed: { picture: 'star', title: texts.confirmed, body: texts.confirmedBody },
  declined: { picture: 'books', title: texts.declined, body: texts.declinedBody },
  over: { picture: 'clock', title: texts.over, body: texts.overBody },
} as const;

/** The page of the mail to a guardian: their child's request, and their answer (product.md 3.8). */
export function GuardianConfirm({ token }: { token: string }) {
  const [step, setStep] = useState<Step>({ kind: 'checking' });
  const check = useCallback(async () => {
    setStep({ kind: 'checking' });
    setStep(await getQuestion(token).then(stepOf, stepAfter));
  }, [token]);
  useEffect(() => void check(), [check]);
  if (step.kind === 'checking') return <p role="status">{texts.checking}</p>;
  if (step.kind === 'asked') {
    return <Question token={token} question={step.question} onAnswered={(kind) => setStep({ kind })} />;
  }
  if (step.kind === 'failed') {
    return (
      <StateCard
        isFlat={true}
        picture="trouble"
        title={texts.trouble}
        role="alert"
        actions={
          <ActionButton look="primary" onClick={() => void check()}>
            {texts.retry}
          </ActionButton>
        }
      >
        {step.text}
      </StateCard>
    );
  }
  const { picture, title, body } = cards[step.kind];
  return (
    <div role="status">
      <StateCard isFlat={true} picture={picture} title={title}>
        {body}
      </StateCard>
    </div>
  );
}

function Question({
  token,
  question,
  onAnswered,
}: {
  token: string;
  question: GuardianQuestion;
  onAnswered: (status: 'confirmed' | 'declined') => void;
}) {
  const keys = useRef(createSubmissionKey());
  const element = useRef<HTMLFormElement>(null);
  const [isDeclining, setDeclining] = useState(false);
  const answer = async (body: { decision: 'confirm' | 'decline'; agree: boolean }) => {
    const status = await postDecision(token, body, keys.current.keyFor(body));
    onAnswered(status === 'confirmed' ? 'confirmed' : 'declined');
  };
  const form = useForm<{ agree: boolean }>({
    initial: { agree: false },
    order: ['agree'],
    check: ({ agree }) => ({ agree: agree ? undefined : formTexts.agree(formTexts.terms) }),
    describe: describeFailure,
    send: ({ agree }) => answer({ decision: 'confirm', agree }),
  });
  const decline = () => {
    setDeclining(false);
    if (!element.current) return;
    void form.run(element.current, {
      check: () => ({}),
      send: () => answer({ decision: 'decline', agree: false }),
    });
  };
  const until = parseTime(question.expires_at);
  return (
    <form
      ref={element}
      className={styles.form}
      onSubmit={(event) => void form.submit(event)}
      noValidate
      aria-busy={form.isBusy}
    >
      <p>{texts.asked(question.learner_name, question.guardian_name)}</p>
      <ul className={styles.points}>
        {texts.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <ErrorSummary {...form.summary} title={texts.failed} />
      <AgreeBox
        id={form.idOf('agree')}
        name="agree"
        isChecked={form.values.agree}
        error={form.errors.agree}
        onChange={(isChecked) => form.choose('agree', isChecked)}
      />
      <div className={styles.actions}>
        <ActionButton type="submit" look="primary" disabled={form.isBusy}>
          {form.isBusy ? texts.sending : texts.confirm}
        </ActionButton>
        <ActionButton disabled={form.isBusy} onClick={() => setDeclining(true)}>
          {texts.decline}
        </ActionButton>
      </div>
      {until !== null && <p className={styles.hint}>{texts.until(formatDay(until, serverNow()))}</p>}
      {isDeclining && (
        <ConfirmDialog
          title={texts.declineTitle}
          body={texts.declineBody}
          confirm={texts.decline}
          onConfirm={decline}
          onCancel={() => setDeclining(false)}
        />
      )}
    </form>
  );
}
