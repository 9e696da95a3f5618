import { useState } from 'react';
import * as z from 'zod/mini';
import { incidentKinds } from '#contracts/examAttempt.ts';
import { readWholeNumber } from '#contracts/wholeNumber.ts';
import { ChoiceField } from '#shared/form/ChoiceField.tsx';
import { Field } from '#shared/form/Field.tsx';
import { SelectBox } from '#shared/form/SelectBox.tsx';
import { TextBox } from '#shared/form/TextBox.tsx';
import { HttpError, OfflineError } from '#shared/lib/errors.ts';
import { postIncident } from '#shared/lib/exam/attemptCalls.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { useConnectivity } from '#shared/lib/transport/useConnectivity.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { firstGuess, type IncidentOf, isReportable, momentsOf, spanOf } from '../incident.ts';
import { incidentTexts as texts } from '../texts.ts';
import styles from './Room.module.css';

const reportedSchema = z.object({ no: z.string() });

/** Why a report was not taken, and whether another one would not be either. */
function failureOf(error: unknown): { text: string; isDone: boolean } {
  if (error instanceof HttpError && error.code === 'already_reported') {
    const read = reportedSchema.safeParse(error.data);
    return { text: texts.already(read.success ? read.data.no : ''), isDone: true };
  }
  if (error instanceof HttpError && error.code === 'closed') return { text: texts.closed, isDone: true };
  console.warn('exam: not reported', error);
  return { text: error instanceof OfflineError ? texts.offline : texts.failed, isDone: false };
}

/**
 * 通信トラブルを報告: once per subject, while it runs and a day after its time (exams.md 3.7); the operator sees the log
 * beside it. `now`: by the server's clock, where the attempt has a better one than the page.
 */
export function IncidentForm({ of, now = serverNow }: { of: IncidentOf; now?: () => number }) {
  const [openedAt] = useState(now);
  const [moments] = useState(() => momentsOf(of, openedAt));
  const [guess] = useState(() => firstGuess(of, openedAt));
  const [kind, setKind] = useState(guess.kind);
  const [moment, setMoment] = useState(guess.moment);
  const [minutes, setMinutes] = useState(guess.minutes);
  const [body, setBody] = useState('');
  const [key] = useState(() => crypto.randomUUID());
  const [isBusy, setBusy] = useState(false);
  const [told, setTold] = useState<{ text: string; isDone: boolean } | null>(null);
  const { state: network } = useConnectivity();
  if (!isReportable(of, openedAt)) return null;
  const send = async () => {
    const length = Number(readWholeNumber(minutes) || Number.NaN);
    if (kind === '') return setTold({ text: texts.missing, isDone: false });
    if (moment === '') return setTold({ text: texts.missingMoment, isDone: false });
    const span = spanOf(of, { moment, minutes: length }, now());
    if (!span) return setTold({ text: texts.short, isDone: false });
    setBusy(true);
    try {
      const no = await postIncident(of, { kind, ...span, body }, key);
      setTold({ text: of.isOver ? texts.sentAfter(no) : texts.sent(no), isDone: true });
    } catch (error) {
      setTold(failureOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <details className={styles.incident} data-print="hide" data-testid="exam-incident">
      <summary>{texts.title}</summary>
      <p className={styles.small}>{texts.lead}</p>
      {!told?.isDone && (
        <>
          <ChoiceField
            id="incident-kind"
            name="incident-kind"
            label={texts.kind}
            options={incidentKinds.map((value) => ({ value, label: texts.kinds[value] }))}
            value={kind}
            onChange={setKind}
          />
          <SelectBox
            id="incident-moment"
            name="incident-moment"
            label={texts.moment}
            placeholder={texts.momentOpen}
            options={moments}
            value={moment}
            onChange={({ currentTarget }) => setMoment(currentTarget.value)}
          />
          <Field
            id="incident-minutes"
            label={texts.minutes}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            value={minutes}
            onChange={({ currentTarget }) => setMinutes(currentTarget.value)}
          />
          <TextBox
            id="incident-body"
            label={texts.body}
            rows={3}
            maxLength={1000}
            value={body}
            onChange={({ currentTarget }) => setBody(currentTarget.value)}
          />
          <ActionButton disabled={isBusy} onClick={() => void send()}>
            {texts.send}
          </ActionButton>
        </>
      )}
      <p role="status">{told?.text ?? (network === 'offline' ? texts.offline : '')}</p>
    </details>
  );
}
