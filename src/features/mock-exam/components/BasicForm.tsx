import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { prefectures } from '#contracts/accountSettings.ts';
import { type MockExamDetail, naishinSubjects } from '#contracts/exam.ts';
import { CheckGroup, ChoiceField } from '#shared/form/ChoiceField.tsx';
import { ErrorSummary } from '#shared/form/ErrorSummary.tsx';
import { Field } from '#shared/form/Field.tsx';
import { describeFailure } from '#shared/form/failure.ts';
import { formDraft } from '#shared/form/formDraft.ts';
import { gradeTexts } from '#shared/form/gradeTexts.ts';
import { tidyKana } from '#shared/form/personRules.ts';
import { SelectBox } from '#shared/form/SelectBox.tsx';
import { createSubmissionKey } from '#shared/form/submissionKey.ts';
import { formTexts } from '#shared/form/texts.ts';
import { useForm } from '#shared/form/useForm.ts';
import { useSession } from '#shared/lib/account/useSession.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { saveEntry } from '../api.ts';
import { type BasicValues, basicInput, basicValues, checkBasic, takerGrades } from '../entryForms.ts';
import { entryTexts as texts } from '../texts.ts';
import { keepEntry } from '../useExams.ts';
import { EntryFrame } from './EntryFrame.tsx';
import styles from './Exams.module.css';

/** `/mypage/mockexam/{id}/basicinfo` (product.md 2.3.L). */
export function BasicForm({ id }: { id: string }) {
  return (
    <EntryFrame id={id} title={texts.basic} step={1}>
      {(exam) => <Form exam={exam} />}
    </EntryFrame>
  );
}

const naishinNames = naishinSubjects.map((name) => `naishin.${name}` as const);
const order = [
  'family_name',
  'given_name',
  'family_name_kana',
  'given_name_kana',
  'grade',
  'school',
  'track',
  'subjects',
  'prefecture',
  ...naishinNames,
] as const;

/** Drafts can only store text: a list of choices is stored as one line. */
function withDraft(name: string, owner: string, initial: BasicValues) {
  const draft = formDraft(name, owner);
  return {
    read: (): BasicValues => {
      const { subjects, ...fields } = draft.read();
      return {
        ...initial,
        ...fields,
        ...(subjects !== undefined && { subjects: subjects.split(',').filter(Boolean) }),
      };
    },
    write: ({ subjects, ...fields }: BasicValues) => draft.keep({ ...fields, subjects: subjects.join(',') }),
    drop: draft.drop,
  };
}

function Form({ exam }: { exam: MockExamDetail }) {
  const { user } = useSession();
  const navigate = useNavigate();
  const [keys] = useState(createSubmissionKey);
  const [initial] = useState(() => basicValues(exam, user));
  const [draft] = useState(() => withDraft(`exam-basic.${exam.id}`, user?.id ?? '', initial));
  const isHighschool = exam.kind === 'highschool';
  const form = useForm<BasicValues>({
    initial,
    draft,
    order,
    check: (values) => checkBasic(exam, values),
    tidy: { family_name_kana: tidyKana, given_name_kana: tidyKana },
    describe: describeFailure,
    send: async (values) => {
      const body = basicInput(exam, values);
      const isNew = exam.entry === null || exam.entry.status === 'none' || exam.entry.status === 'canceled';
      await keepEntry(exam.id, await saveEntry(exam.id, body, isNew, keys.keyFor(body)));
      draft.drop();
      void navigate(paths.mockexamSchools(exam.id));
    },
  });
  return (
    <form className={styles.form} noValidate={true} onSubmit={(event) => void form.submit(event)}>
      <ErrorSummary title={texts.failed} {...form.summary} />
      <div className={styles.pair}>
        <Field
          label={texts.family_name}
          tag={formTexts.required}
          autoComplete="family-name"
          {...form.bind('family_name')}
        />
        <Field
          label={texts.given_name}
          tag={formTexts.required}
          autoComplete="given-name"
          {...form.bind('given_name')}
        />
      </div>
      <div className={styles.pair}>
        <Field
          label={texts.family_name_kana}
          tag={formTexts.required}
          autoComplete="off"
          {...form.bind('family_name_kana')}
        />
        <Field
          label={texts.given_name_kana}
          tag={formTexts.required}
          autoComplete="off"
          {...form.bind('given_name_kana')}
        />
      </div>
      <SelectBox
        label={texts.grade}
        tag={formTexts.required}
        placeholder={formTexts.chooseOne}
        options={takerGrades.map((value) => ({ value, label: gradeTexts[value] }))}
        {...form.bind('grade')}
      />
      <Field
        label={texts.school}
        tag={formTexts.required}
        autoComplete="organization"
        maxLength={60}
        {...form.bind('school')}
      />
      {!isHighschool && (
        <ChoiceField
          id={form.idOf('track')}
          name="track"
          label={texts.track}
          tag={formTexts.optional}
          options={[
            { value: 'humanities', label: texts.tracks.humanities },
            { value: 'sciences', label: texts.tracks.sciences },
          ]}
          value={form.values.track as '' | 'humanities' | 'sciences'}
          onChange={(value) => form.choose('track', value)}
        />
      )}
      <CheckGroup
        id={form.idOf('subjects')}
        name="subjects"
        label={texts.subjects}
        tag={formTexts.required}
        error={form.errors.subjects}
        options={exam.subjects.map(({ id, name, minutes }) => ({
          value: id,
          label: name,
          hint: `${minutes}分`,
        }))}
        value={form.values.subjects}
        onChange={(value) => form.choose('subjects', value)}
      />
      {isHighschool && (
        <>
          <SelectBox
            label={texts.prefecture}
            tag={formTexts.required}
            placeholder={formTexts.chooseOne}
            options={prefectures.map((value) => ({ value, label: value }))}
            {...form.bind('prefecture')}
          />
          <fieldset className={styles.naishin}>
            <legend>{texts.naishin}</legend>
            {naishinSubjects.map((name) => (
              <Field
                key={name}
                label={texts.naishinSubjects[name]}
                type="text"
                inputMode="numeric"
                autoComplete="off"
                maxLength={2}
                {...form.bind(`naishin.${name}`)}
              />
            ))}
          </fieldset>
        </>
      )}
      <div className={styles.buttons}>
        <ActionButton type="submit" look="primary" disabled={form.isBusy}>
          {texts.next}
        </ActionButton>
      </div>
    </form>
  );
}
