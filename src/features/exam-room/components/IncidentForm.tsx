import { useRef, useState } from 'react';
import * as z from 'zod/mini';
import { incidentKinds } from '#contracts/examAttempt.ts';
import { ChoiceField } from '#shared/form/ChoiceField.tsx';
import { Field } from '#shared/form/Field.tsx';
import { SelectBox } from '#shared/form/SelectBox.tsx';
import { createSubmissionKey } from '#shared/form/submissionKey.ts';
import { TextBox } from '#shared/form/TextBox.tsx';
import { useForm } from '#shared/form/useForm.ts';
import { HttpError, OfflineError } from '#shared/lib/errors.ts';
import { postIncident } from '#shared/lib/exam/attemptCalls.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { useConnectivity } from '#shared/lib/transport/useConnectivity.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { checkIncident, firstGuess, type IncidentOf, isReportable, momentsOf, spanOf } from '../incident.ts';
import { incidentTexts as texts } from '../texts.ts';
import styles from './Room.module.css';

const reportedSchema = z.object({ no: z.string() });

/** Why a report was not taken, if another one would not be either; otherwise `null`. */
function endOf(error: unknown): string | null {
  if (!(error instanceof HttpError)) return null;
  if (error.code === 'already_reported') {
    const read = reportedSchema.safeParse(error.data);
    return texts.already(read.success ? read.data.no : '');
  }
  return error.code === 'closed' ? texts.closed : null;
}

function describe(error: unknown): string {
  console.warn('exam: not reported', error);
  return error instanceof OfflineError ? texts.offline : texts.failed;
}

/**
 * 通信トラブルを報告: once per subject, while it runs and a day after its time (exams.md 3.7); the operator sees the log
 * beside it. `now`: by the server's clock, where the attempt has a better one than the page.
 */
export function IncidentForm({ of, now = serverNow }: { of: IncidentOf; now?: () => number }) {
  const [openedAt] = useState(now);
  const [moments] = useState(() => momentsOf(of, openedAt));
  const [guess] = useState(() => firstGuess(of, openedAt));
  const [done, setDone] = useState<string | null>(null);
  const keys = useRef(createSubmissionKey());
  const { state: network } = useConnectivity();
  const form = useForm({
    initial: { ...guess, body: '' },
    order: ['kind', 'moment', 'minutes', 'body'],
    check: (values) => checkIncident(of, values, now()),
    send: async (values) => {
      const { kind, body } = values;
      const span = spanOf(of, values, now());
      if (kind === '' || !span) return;
      const report = { kind, ...span, body };
      try {
        const no = await postIncident(of, report, keys.current.keyFor(report));
        setDone(of.isOver ? texts.sentAfter(no) : texts.sent(no));
      } catch (error) {
        const end = endOf(error);
        if (end === null) throw error;
        setDone(end);
      }
    },
    describe,
  });
  if (!isReportable(of, openedAt)) return null;
  return (
    <details className={styles.incident} data-print="hide" data-testid="exam-incident">
      <summary>{texts.title}</summary>
      <p className={styles.small}>{texts.lead}</p>
      {done === null && (
        <form onSubmit={(event) => void form.submit(event)} noValidate>
          <ChoiceField
            id={form.idOf('kind')}
            name="kind"
            label={texts.kind}
            options={incidentKinds.map((value) => ({ value, label: texts.kinds[value] }))}
            value={form.values.kind}
            {...(form.errors.kind && { error: form.errors.kind })}
            onChange={(kind) => form.choose('kind', kind)}
          />
          <SelectBox
            {...form.bind('moment')}
            id="incident-moment"
            label={texts.moment}
            placeholder={texts.momentOpen}
            options={moments}
          />
          <Field
            {...form.bind('minutes')}
            label={texts.minutes}
            type="text"
            inputMode="numeric"
            autoComplete="off"
          />
          <TextBox {...form.bind('body')} label={texts.body} rows={3} maxLength={1000} />
          <ActionButton type="submit" disabled={form.isBusy}>
            {texts.send}
          </ActionButton>
        </form>
      )}
      <p role="status">{done ?? form.summary.failure ?? (network === 'offline' ? texts.offline : '')}</p>
    </details>
  );
}
