import { useEffect, useRef, useState } from 'react';
import { tidyEmail } from '#contracts/email.ts';
import { entryGrades, entryMinutes, entrySubjects } from '#contracts/entryExam.ts';
import { AgreeBox } from '#shared/form/AgreeBox.tsx';
import { CheckGroup } from '#shared/form/ChoiceField.tsx';
import { ErrorSummary } from '#shared/form/ErrorSummary.tsx';
import { Field } from '#shared/form/Field.tsx';
import styles from '#shared/form/Form.module.css';
import { describeFailure } from '#shared/form/failure.ts';
import { gradeTexts } from '#shared/form/gradeTexts.ts';
import { MailHelp } from '#shared/form/MailHelp.tsx';
import { SelectBox } from '#shared/form/SelectBox.tsx';
import { createSubmissionKey } from '#shared/form/submissionKey.ts';
import { formTexts } from '#shared/form/texts.ts';
import { useForm } from '#shared/form/useForm.ts';
import { useBusy } from '#shared/lib/loading/useBusy.ts';
import { useConnectivity } from '#shared/lib/transport/useConnectivity.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import page from '#shared/ui/landing/landing.module.css';
import { checkEntry, type EntryValues, emptyEntry, entryDraft, entryInputOf } from '../entryApply.ts';
import { applyTexts as texts } from '../landingTexts.ts';
import { lateApi } from '../lateApi.ts';
import { texts as examTexts } from '../texts.ts';

const grades = entryGrades.map((value) => ({ value, label: gradeTexts[value] }));
const subjects = entrySubjects.map((value) => ({
  value,
  label: examTexts.subjects[value],
  hint: texts.minutes(entryMinutes),
}));

type Sent = { email: string; detail: string };

/** The application for the entry exam: the form, then the confirmation that replaces it. */
export function EntryApply() {
  const [sent, setSent] = useState<Sent | null>(null);
  return (
    <div className={page.guardian}>
      {sent ? <SentNote sent={sent} onOther={() => setSent(null)} /> : <EntryForm onSent={setSent} />}
    </div>
  );
}

function SentNote({ sent: { email, detail }, onOther }: { sent: Sent; onOther: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles.form} data-testid="entry-sent">
      <h3 ref={heading} tabIndex={-1} className={styles.heading}>
        {texts.sentTitle}
      </h3>
      <p>{detail}</p>
      <p>
        {texts.sentTo(email)}
        {texts.sentNext}
      </p>
      <MailHelp />
      <ActionButton onClick={onOther}>{texts.other}</ActionButton>
    </div>
  );
}

function EntryForm({ onSent }: { onSent: (sent: Sent) => void }) {
  const keys = useRef(createSubmissionKey());
  const { state, isCaptive } = useConnectivity();
  const form = useForm<EntryValues>({
    initial: emptyEntry,
    draft: entryDraft,
    order: ['grade', 'subjects', 'email', 'agree_terms'],
    check: checkEntry,
    tidy: { email: tidyEmail },
    describe: describeFailure,
    send: async (values) => {
      const body = entryInputOf(values);
      const { postApplication } = await lateApi();
      const { detail } = await postApplication(body, keys.current.keyFor(body));
      keys.current.arrived();
      entryDraft.forget();
      onSent({ email: body.email, detail });
    },
  });
  const { values, errors } = form;
  const { grade, subjects: chosen, email } = values;
  const isBegun = grade !== '' || email !== '';
  useBusy(isBegun, 'form');
  return (
    <form
      className={styles.form}
      // If the browser sends the form without the script, none of its fields must end up in the address.
      method="post"
      onSubmit={(event) => void form.submit(event)}
      noValidate
      aria-busy={form.isBusy}
    >
      {state === 'offline' && (
        <p className={styles.notice}>{isCaptive ? formTexts.captive : formTexts.online}</p>
      )}
      <ErrorSummary {...form.summary} title={texts.failed} />
      <SelectBox
        {...form.bind('grade')}
        label={texts.grade}
        tag={formTexts.required}
        placeholder={formTexts.chooseOne}
        options={grades}
        required
      />
      <CheckGroup
        id={form.idOf('subjects')}
        name="subjects"
        label={texts.subjects}
        tag={formTexts.required}
        value={chosen}
        error={errors.subjects}
        options={subjects}
        onChange={(value) => form.choose('subjects', value)}
      />
      <Field
        {...form.bind('email')}
        label={formTexts.email}
        tag={formTexts.required}
        hint={texts.emailHint}
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <AgreeBox
        id={form.idOf('agree_terms')}
        isChecked={values.agree_terms}
        error={errors.agree_terms}
        onChange={(isChecked) => form.choose('agree_terms', isChecked)}
      />
      <ActionButton type="submit" look="primary" disabled={form.isBusy}>
        {form.isBusy ? texts.busy : texts.submit}
      </ActionButton>
    </form>
  );
}
