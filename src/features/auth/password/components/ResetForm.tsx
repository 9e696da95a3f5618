import { useCallback, useEffect, useRef, useState } from 'react';
import { ErrorSummary } from '#shared/form/ErrorSummary.tsx';
import styles from '#shared/form/Form.module.css';
import { describeFailure } from '#shared/form/failure.ts';
import { NewPasswordFields } from '#shared/form/NewPasswordFields.tsx';
import { checkNewTwice, type NewPassword } from '#shared/form/newPassword.ts';
import { createSubmissionKey } from '#shared/form/submissionKey.ts';
import { useForm } from '#shared/form/useForm.ts';
import { HttpError } from '#shared/lib/errors.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { StateCard } from '#shared/ui/StateCard.tsx';
import { checkLink, postConfirm } from '../api.ts';
import { texts } from '../texts.ts';

/** The values in the address of the page. */
export type ResetLink = { uid: string; token: string };

type Step = { kind: 'checking' | 'good' | 'over' } | { kind: 'failed'; text: string };

/**
 * A refused link is over. A link that could not be checked may still be valid. Something that is not our link is over,
 * too.
 */
function stepAfter(error: unknown): Step {
  const isOver = error instanceof HttpError && (error.status === 410 || error.status === 400);
  return isOver ? { kind: 'over' } : { kind: 'failed', text: describeFailure(error) };
}

/** The page of the mailed link: it checks the link first, then asks for the new password (product.md 2.2.C). */
export function ResetForm({ link, onDone }: { link: ResetLink; onDone: () => Promise<void> }) {
  const [step, setStep] = useState<Step>({ kind: 'checking' });
  const { uid, token } = link;
  const check = useCallback(async () => {
    setStep({ kind: 'checking' });
    setStep(await checkLink({ uid, token }).then(() => ({ kind: 'good' }) as const, stepAfter));
  }, [uid, token]);
  useEffect(() => void check(), [check]);

  if (step.kind === 'checking') return <p role="status">{texts.checking}</p>;
  if (step.kind === 'good') {
    return <NewPasswordForm link={link} onDone={onDone} onOver={() => setStep({ kind: 'over' })} />;
  }
  if (step.kind === 'failed') {
    return (
      <StateCard
        isFlat={true}
        picture="trouble"
        title={texts.linkFailed}
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
  return (
    <StateCard
      isFlat={true}
      picture="clock"
      title={texts.over}
      actions={
        <ActionLink to={paths.password()} look="primary">
          {texts.again}
        </ActionLink>
      }
    >
      {texts.overBody}
    </StateCard>
  );
}

function NewPasswordForm({
  link,
  onDone,
  onOver,
}: {
  link: ResetLink;
  onDone: () => Promise<void>;
  onOver: () => void;
}) {
  const keys = useRef(createSubmissionKey());
  const form = useForm<NewPassword>({
    initial: { new_password: '', new_password_confirm: '' },
    order: ['new_password', 'new_password_confirm'],
    check: checkNewTwice,
    describe: describeFailure,
    send: async (values) => {
      const body = { ...link, ...values };
      try {
        await postConfirm(body, keys.current.keyFor(body));
      } catch (error) {
        if (error instanceof HttpError && error.status === 410) onOver();
        throw error;
      }
      await onDone();
    },
  });
  return (
    <form
      className={styles.form}
      onSubmit={(event) => void form.submit(event)}
      noValidate
      aria-busy={form.isBusy}
    >
      <p>{texts.newLead}</p>
      <ErrorSummary {...form.summary} title={texts.setFailed} />
      <NewPasswordFields bind={form.bind} password={form.values.new_password} />
      <ActionButton type="submit" look="primary" disabled={form.isBusy}>
        {form.isBusy ? texts.setting : texts.set}
      </ActionButton>
    </form>
  );
}
