import type { ReactNode } from 'react';
import { ActionButton } from '#shared/ui/Action.tsx';
import { SummaryBox } from './ErrorSummary.tsx';
import formStyles from './Form.module.css';
import { TextBox } from './TextBox.tsx';
import type { useReasonForm } from './useReasonForm.ts';

/**
 * The last step of a cancellation or a return: a reason, which may be left out, and the choice between doing it and not.
 * `children`: what it brings about; `note`: stands above the buttons.
 */
export function ReasonForm({
  form,
  words,
  testIds,
  className,
  note,
  isOffline,
  mayLeave = true,
  onLeave,
  children,
}: {
  form: ReturnType<typeof useReasonForm>;
  words: {
    failed: string;
    reason: string;
    reasonHint: string;
    keep: string;
    confirm: string;
    working: string;
  };
  testIds: { error: string; confirm: string };
  /** Of the row of buttons. */
  className: string | undefined;
  note?: ReactNode;
  isOffline: boolean;
  /** Whether one can leave it at this moment. */
  mayLeave?: boolean;
  onLeave: () => void;
  children?: ReactNode;
}) {
  return (
    <form className={formStyles.form} onSubmit={(event) => void form.submit(event)} noValidate>
      <SummaryBox title={words.failed} failure={form.summary.failure} testId={testIds.error} />
      {children}
      <TextBox {...form.bind('reason')} label={words.reason} hint={words.reasonHint} rows={3} />
      {note}
      <div className={className}>
        <ActionButton disabled={!mayLeave} onClick={onLeave}>
          {words.keep}
        </ActionButton>
        <ActionButton
          type="submit"
          look="primary"
          disabled={form.isBusy || isOffline}
          data-testid={testIds.confirm}
        >
          {form.isBusy ? words.working : words.confirm}
        </ActionButton>
      </div>
    </form>
  );
}
