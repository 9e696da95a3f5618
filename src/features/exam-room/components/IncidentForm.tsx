import { useState } from 'react';
import { incidentKinds } from '#contracts/examAttempt.ts';
import { readWholeNumber } from '#contracts/wholeNumber.ts';
import { ChoiceField } from '#shared/form/ChoiceField.tsx';
import { Field } from '#shared/form/Field.tsx';
import { TextBox } from '#shared/form/TextBox.tsx';
import { HttpError } from '#shared/lib/errors.ts';
import { postIncident } from '#shared/lib/exam/attemptCalls.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import type { Room } from '../roomKeeper.ts';
import { incidentTexts as texts } from '../texts.ts';
import styles from './Room.module.css';

type Kind = (typeof incidentKinds)[number];
/** The shortest trouble that can be reported (exams.md 3.7), minutes. */
const leastMinutes = 3;

/** 通信トラブルを報告: once per subject; the operator sees the log beside it. */
export function IncidentForm({ room }: { room: Room }) {
  const [kind, setKind] = useState<Kind | ''>('');
  const [minutes, setMinutes] = useState('');
  const [body, setBody] = useState('');
  const [key] = useState(() => crypto.randomUUID());
  const [isBusy, setBusy] = useState(false);
  const [told, setTold] = useState<{ text: string; isDone: boolean } | null>(null);
  const send = async () => {
    const length = Number(readWholeNumber(minutes) || Number.NaN);
    if (kind === '') return setTold({ text: texts.missing, isDone: false });
    if (!(length >= leastMinutes)) return setTold({ text: texts.short, isDone: false });
    setBusy(true);
    const { hi } = room.attempt.now();
    const { base, id, token } = room.attempt.get().row;
    try {
      const no = await postIncident(
        { base, id, token },
        {
          kind,
          from: new Date(hi - length * 60_000).toISOString(),
          to: new Date(hi).toISOString(),
          body,
        },
        key,
      );
      setTold({ text: texts.sent(no), isDone: true });
    } catch (error) {
      const isKnown = error instanceof HttpError && error.code === 'already_reported';
      setTold({ text: isKnown ? texts.already : texts.failed, isDone: isKnown });
    } finally {
      setBusy(false);
    }
  };
  return (
    <details className={styles.incident}>
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
      <p role="status">{told?.text ?? ''}</p>
    </details>
  );
}
