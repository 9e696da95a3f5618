import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { MockExamDetail } from '#contracts/exam.ts';
import { ChoiceField } from '#shared/form/ChoiceField.tsx';
import { ErrorSummary } from '#shared/form/ErrorSummary.tsx';
import { Field } from '#shared/form/Field.tsx';
import { describeFailure } from '#shared/form/failure.ts';
import { createSubmissionKey } from '#shared/form/submissionKey.ts';
import { TextBox } from '#shared/form/TextBox.tsx';
import { formTexts } from '#shared/form/texts.ts';
import { useForm } from '#shared/form/useForm.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { saveEntry } from '../api.ts';
import {
  checkEnvironment,
  type EnvironmentValues,
  environmentInput,
  environmentValues,
} from '../entryForms.ts';
import { entryTexts as texts } from '../texts.ts';
import { keepEntry } from '../useExams.ts';
import { EntryFrame } from './EntryFrame.tsx';
import styles from './Exams.module.css';

const order = [
  'device',
  'place',
  'network',
  'earphones',
  'code',
  'cram_school',
  'weekly_hours',
  'accommodation',
  'agree_rules',
] as const;

/** A choice between a few options, each with its label. */
const choices = [
  { name: 'device', names: texts.devices },
  { name: 'place', names: texts.places },
  { name: 'network', names: texts.networks },
] as const;

/** `/mypage/mockexam/{id}/environmentinfo` (product.md 2.3.L). `isCode`: checks a code of the environment check. */
export function EnvironmentForm({ id, isCode }: { id: string; isCode: (code: string) => boolean }) {
  return (
    <EntryFrame id={id} title={texts.environment} step={3}>
      {(exam) => <Form exam={exam} isCode={isCode} />}
    </EntryFrame>
  );
}

function Form({ exam, isCode }: { exam: MockExamDetail; isCode: (code: string) => boolean }) {
  const navigate = useNavigate();
  const [keys] = useState(createSubmissionKey);
  const [initial] = useState(() => environmentValues(exam.entry));
  const form = useForm<EnvironmentValues>({
    initial,
    order,
    check: (values) => checkEnvironment(exam, values, isCode),
    describe: describeFailure,
    send: async (values) => {
      const body = environmentInput(values);
      await keepEntry(exam.id, await saveEntry(exam.id, body, exam.entry === null, keys.keyFor(body)));
      void navigate(paths.mockexamSuccess(exam.id));
    },
  });
  const { values } = form;
  const tick = (name: 'earphones' | 'agree_rules', label: string) => (
    <Tick
      id={form.idOf(name)}
      name={name}
      label={label}
      isOn={values[name]}
      error={form.errors[name]}
      onChange={(isOn) => form.choose(name, isOn)}
    />
  );
  return (
    <form className={styles.form} noValidate={true} onSubmit={(event) => void form.submit(event)}>
      <ErrorSummary title={texts.failed} {...form.summary} />
      {choices.map(({ name, names }) => (
        <ChoiceField
          key={name}
          id={form.idOf(name)}
          name={name}
          label={texts[name]}
          tag={formTexts.required}
          error={form.errors[name]}
          options={Object.entries(names).map(([value, label]) => ({ value, label }))}
          value={values[name]}
          onChange={(value) => form.choose(name, value)}
        />
      ))}
      {tick('earphones', texts.earphones)}
      <Field
        label={texts.code}
        tag={formTexts.optional}
        hint={texts.codeHint}
        isSteady={true}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={20}
        {...form.bind('code')}
      />
      <p>
        <ActionLink to={paths.test()} look="quiet">
          {texts.toCheck}
        </ActionLink>
      </p>
      <Field
        label={texts.cram}
        tag={formTexts.optional}
        autoComplete="off"
        maxLength={60}
        {...form.bind('cram_school')}
      />
      <Field
        label={texts.hours}
        hint={texts.hoursHint}
        isSteady={true}
        tag={formTexts.optional}
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        {...form.bind('weekly_hours')}
      />
      <TextBox
        label={texts.accommodation}
        tag={formTexts.optional}
        hint={texts.accommodationHint}
        rows={4}
        maxLength={500}
        {...form.bind('accommodation')}
      />
      {tick('agree_rules', texts.agree)}
      <div className={styles.buttons}>
        <ActionButton type="submit" look="primary" disabled={form.isBusy}>
          {texts.finish}
        </ActionButton>
      </div>
    </form>
  );
}

function Tick({
  id,
  name,
  label,
  isOn,
  error,
  onChange,
}: {
  id: string;
  name: string;
  label: string;
  isOn: boolean;
  error: string | undefined;
  onChange: (isOn: boolean) => void;
}) {
  return (
    <div>
      <label className={styles.tick}>
        <input
          id={id}
          type="checkbox"
          name={name}
          checked={isOn}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
        <span>{label}</span>
      </label>
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
