import { useEffect, useRef } from 'react';
import { prefectures } from '#contracts/accountSettings.ts';
import { tidyEmail } from '#contracts/email.ts';
import { goals, grades, type Profile, type ProfileInput } from '#contracts/profile.ts';
import { ChoiceField } from '#shared/form/ChoiceField.tsx';
import { ErrorSummary } from '#shared/form/ErrorSummary.tsx';
import { Field } from '#shared/form/Field.tsx';
import styles from '#shared/form/Form.module.css';
import { describeFailure } from '#shared/form/failure.ts';
import { tidyKana } from '#shared/form/personRules.ts';
import { SelectBox } from '#shared/form/SelectBox.tsx';
import { createSubmissionKey } from '#shared/form/submissionKey.ts';
import { formTexts } from '#shared/form/texts.ts';
import { useForm } from '#shared/form/useForm.ts';
import { session } from '#shared/lib/account/session.ts';
import { HttpError } from '#shared/lib/errors.ts';
import { useBusy } from '#shared/lib/loading/useBusy.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { putProfile } from '../api.ts';
import { writeProfileDraft } from '../draft.ts';
import {
  birthYears,
  checkNeeded,
  checkProfile,
  inputOf,
  isBirthLocked,
  isMinor,
  neededOf,
  type ProfileValues,
  profileOrder,
} from '../model.ts';
import { texts } from '../texts.ts';
import { BirthDate } from './BirthDate.tsx';
import { GuardianFields } from './GuardianFields.tsx';

/** The result of saving the profile: whether a guardian was asked. */
export type Saved = { isGuardianAsked: boolean };

/** The server may report the guardian's address under another field name. */
function describe(error: unknown): string {
  return error instanceof HttpError && error.code === 'same_email' ? texts.sameEmail : describeFailure(error);
}

/** A birth date confirmed by a guardian is read-only here; only the support desk can change it. */
function LockedBirth({ id, value }: { id: string; value: string }) {
  const [year = '', month = '', day = ''] = value.split('-');
  return (
    <Field
      id={id}
      name="birth_date"
      label={texts.birth_date}
      value={texts.born(year, month, day)}
      readOnly
      hint={texts.birthLocked}
    />
  );
}

/**
 * The learner's profile. As the end of a sign-up it requires only birth date and grade; the rest may come later
 * (product.md 2.2.C, 2.3.J). It is also a part of the settings. What is typed is kept on the device until it is saved.
 */
export function ProfileForm({
  profile,
  initial,
  onSaved,
}: {
  profile: Profile;
  /** What was typed before; otherwise what the server has. */
  initial: ProfileValues;
  onSaved: (saved: Saved) => void;
}) {
  const keys = useRef(createSubmissionKey());
  const isDone = useRef(false);
  const save = async (body: ProfileInput) => {
    const saved = await putProfile(body, keys.current.keyFor(body));
    isDone.current = true;
    await writeProfileDraft(null);
    const { user } = session.getSnapshot();
    if (user) {
      const { family_name, given_name, grade, profile_completed } = saved;
      session.updateUser({ ...user, family_name, given_name, grade, profile_completed });
    }
    onSaved({ isGuardianAsked: body.guardian !== undefined });
  };
  const form = useForm<ProfileValues>({
    initial,
    order: profileOrder,
    check: (values) => checkProfile(values, profile, serverNow()),
    tidy: {
      family_name_kana: tidyKana,
      given_name_kana: tidyKana,
      'guardian.name_kana': tidyKana,
      'guardian.email': tidyEmail,
    },
    describe,
    send: (values) => save(inputOf(values, profile, serverNow())),
  });
  const needed = {
    check: checkNeeded,
    send: (given: ProfileValues) => save(neededOf(given, profile, serverNow())),
  };
  const { values, errors } = form;
  useBusy(values !== initial, 'form');
  useEffect(() => {
    if (values !== initial && !isDone.current) void writeProfileDraft(values);
  }, [values, initial]);
  const isNew = !profile.profile_completed;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        // The second button leaves out all optional fields.
        const isBare = (event.nativeEvent as SubmitEvent).submitter?.getAttribute('value') === 'skip';
        void form.run(event.currentTarget, isBare ? needed : undefined);
      }}
      noValidate
      aria-busy={form.isBusy}
    >
      <ErrorSummary {...form.summary} title={texts.failed} />
      {isBirthLocked(profile) ? (
        <LockedBirth id={form.idOf('birth_date')} value={values.birth_date} />
      ) : (
        <BirthDate
          id={form.idOf('birth_date')}
          value={values.birth_date}
          error={errors.birth_date}
          years={birthYears(serverNow())}
          onChange={(value) => form.choose('birth_date', value)}
        />
      )}
      <SelectBox
        {...form.bind('grade')}
        label={texts.grade}
        tag={formTexts.required}
        required
        placeholder={formTexts.chooseOne}
        options={grades.map((value) => ({ value, label: texts.grades[value] }))}
      />
      <fieldset className={styles.group}>
        <legend>
          {texts.person}
          <span className={styles.tag}>{formTexts.optional}</span>
        </legend>
        <div className={styles.pair}>
          <Field {...form.bind('family_name')} label={texts.family_name} autoComplete="family-name" />
          <Field {...form.bind('given_name')} label={texts.given_name} autoComplete="given-name" />
        </div>
        <div className={styles.pair}>
          <Field {...form.bind('family_name_kana')} label={texts.family_name_kana} autoComplete="off" />
          <Field {...form.bind('given_name_kana')} label={texts.given_name_kana} autoComplete="off" />
        </div>
        <Field {...form.bind('school.name')} label={texts.schoolName} autoComplete="organization" />
        <SelectBox
          {...form.bind('school.prefecture')}
          label={texts.prefecture}
          placeholder={formTexts.chooseOne}
          options={prefectures.map((value) => ({ value, label: value }))}
        />
        <ChoiceField
          id={form.idOf('goal')}
          name="goal"
          label={texts.goal}
          value={values.goal}
          options={goals.map((value) => ({ value, label: texts.goals[value] }))}
          onChange={(value) => form.choose('goal', value)}
        />
      </fieldset>
      {isMinor(values.birth_date, serverNow()) && <GuardianFields profile={profile} bind={form.bind} />}
      <div className={styles.actions}>
        <ActionButton type="submit" look="primary" disabled={form.isBusy}>
          {form.isBusy ? texts.saving : isNew ? texts.submit : texts.save}
        </ActionButton>
        {isNew && (
          <ActionButton type="submit" value="skip" disabled={form.isBusy}>
            {texts.skip}
          </ActionButton>
        )}
      </div>
    </form>
  );
}
