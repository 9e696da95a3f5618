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

/** `/mypage/mockexam/{id}/environmentinfo` (product.md 2.3.L). `isCode`: reads the code that ends the check of a device. */
export function EnvironmentForm({ id, isCode }: { id: string; isCode: (code: string) => boolean }) {
  return (
    <EntryFrame id={id} title={texts.environment} step={3}>
      {(exam) => <Form exam={exam} isCode={isCode} />}
    </EntryFrame>
  );
}

function optionsOf<Name extends string>(names: Record<Name, string>): { value: Name; label: string }[] {
  return (Object.entries(names) as [Name, string][]).map(([value, label]) => ({ value, label }));
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
  return (
    <form className={styles.form} noValidate={true} onSubmit={(event) => void form.submit(event)}>
      <ErrorSummary title={texts.failed} {...form.summary} />
      <ChoiceField
        id={form.idOf('device')}
        name="device"
        label={texts.device}
        tag={formTexts.required}
        error={form.errors.device}
        options={optionsOf(texts.devices)}
        value={values.device as ''}
        onChange={(value) => form.choose('device', value)}
      />
      <ChoiceField
        id={form.idOf('place')}
        name="place"
        label={texts.place}
        tag={formTexts.required}
        error={form.errors.place}
        options={optionsOf(texts.places)}
        value={values.place as ''}
        onChange={(value) => form.choose('place', value)}
      />
      <ChoiceField
        id={form.idOf('network')}
        name="network"
        label={texts.network}
        tag={formTexts.required}
        error={form.errors.network}
        options={optionsOf(texts.networks)}
        value={values.network as ''}
        onChange={(value) => form.choose('network', value)}
      />
      <Tick
        id={form.idOf('earphones')}
        name="earphones"
        label={texts.earphones}
        isOn={values.earphones}
        error={form.errors.earphones}
        onChange={(isOn) => form.choose('earphones', isOn)}
      />
      <Field
        label={texts.code}
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
      <Field label={texts.cram} autoComplete="off" maxLength={60} {...form.bind('cram_school')} />
      <Field
        label={texts.hours}
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        {...form.bind('weekly_hours')}
      />
      <TextBox
        label={texts.accommodation}
        hint={texts.accommodationHint}
        rows={4}
        maxLength={500}
        {...form.bind('accommodation')}
      />
      <Tick
        id={form.idOf('agree_rules')}
        name="agree_rules"
        label={texts.agree}
        isOn={values.agree_rules}
        error={form.errors.agree_rules}
        onChange={(isOn) => form.choose('agree_rules', isOn)}
      />
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
