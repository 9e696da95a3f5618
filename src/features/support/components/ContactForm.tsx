import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { grades } from '#contracts/profile.ts';
import { inquiryCategories } from '#contracts/support.ts';
import { controlTexts } from '#shared/form/controlTexts.ts';
import { SummaryBox } from '#shared/form/ErrorSummary.tsx';
import { Field } from '#shared/form/Field.tsx';
import { MarkedLabel } from '#shared/form/MarkedLabel.tsx';
import { SelectBox } from '#shared/form/SelectBox.tsx';
import { TextBox } from '#shared/form/TextBox.tsx';
import { useBusy } from '#shared/lib/loading/useBusy.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { loadPost } from '../loadPost.ts';
import { bodyLimits, contactFields } from '../model.ts';
import { texts } from '../texts.ts';
import type { useContactForm } from '../useContactForm.ts';
import styles from './ContactForm.module.css';
import { FaqSuggestions } from './FaqSuggestions.tsx';
import { FilePicker } from './FilePicker.tsx';

const words = texts.contact;
const categories = inquiryCategories.map((value) => ({ value, label: texts.categories[value] }));
const standings = grades.map((value) => ({ value, label: texts.standings[value] }));

/** The fields of a question (product.md 2.2.B `/contact`). A member's name and address are those of the account. */
export function ContactForm({
  form,
  isMember,
}: {
  form: ReturnType<typeof useContactForm>;
  isMember: boolean;
}) {
  const { values, errors, idOf, bind, failure } = form;
  useBusy(!form.isEmpty, 'form');
  // Loaded in advance, because without a network it could not be fetched any more.
  useEffect(() => {
    if (!form.isEmpty) loadPost().catch(() => undefined);
  }, [form.isEmpty]);

  return (
    <form className={styles.form} method="post" onSubmit={(event) => void form.submit(event)} noValidate>
      <SummaryBox
        title={failure ? texts.errors.failed : controlTexts.fix}
        failure={failure}
        // Also after a failure: the server may have refused several fields.
        links={contactFields
          .filter((name) => errors[name])
          .map((name) => ({ id: idOf(name), message: errors[name] }))}
      />
      <SelectBox
        {...bind('category')}
        label={<MarkedLabel isRequired={true}>{words.category}</MarkedLabel>}
        required
        arrow="device"
        placeholder={words.choose}
        options={categories}
      />
      {!isMember && (
        <>
          <Field
            {...bind('name')}
            label={<MarkedLabel isRequired={true}>{words.name}</MarkedLabel>}
            required
            autoComplete="name"
          />
          <Field
            {...bind('email')}
            label={<MarkedLabel isRequired={true}>{words.email}</MarkedLabel>}
            hint={words.emailHint}
            isSteady={true}
            required
            autoComplete="email"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
          />
          <SelectBox
            {...bind('standing')}
            label={<MarkedLabel>{words.standing}</MarkedLabel>}
            arrow="device"
            placeholder={words.noStanding}
            options={standings}
          />
        </>
      )}
      {values.category === 'payment' && (
        <Field
          {...bind('order_no')}
          label={<MarkedLabel>{words.orderNo}</MarkedLabel>}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      )}
      <TextBox
        {...bind('body')}
        label={<MarkedLabel isRequired={true}>{words.body}</MarkedLabel>}
        required
        hint={
          <>
            {words.bodyHint}{' '}
            <span className={styles.count}>{words.count(values.body.length, bodyLimits.most)}</span>
          </>
        }
      />
      <FaqSuggestions text={values.body} category={values.category} />
      <FilePicker
        id={idOf('files')}
        files={values.files}
        error={errors.files}
        onChange={(files) => form.set('files', files)}
      />
      <div>
        <label className={styles.agree}>
          <input
            id={idOf('agree')}
            type="checkbox"
            name="agree"
            required
            checked={values.agree}
            aria-invalid={errors.agree ? true : undefined}
            aria-describedby={errors.agree ? `${idOf('agree')}-error` : undefined}
            onChange={(event) => form.choose('agree', event.currentTarget.checked)}
          />
          <span>{words.agree}</span>
        </label>
        <p className={styles.read}>
          <Link to={paths.privacy()}>{words.privacy}</Link>
        </p>
        {errors.agree && (
          <p id={`${idOf('agree')}-error`} className={styles.error}>
            {errors.agree}
          </p>
        )}
      </div>
      <div className={styles.actions}>
        <ActionButton type="submit" look="primary">
          {words.next}
        </ActionButton>
        {!form.isEmpty && (
          <ActionButton
            look="quiet"
            onClick={() => {
              form.empty();
              document.getElementById(idOf('category'))?.focus();
            }}
          >
            {words.clear}
          </ActionButton>
        )}
      </div>
      <p className={styles.note}>{words.draftKept}</p>
    </form>
  );
}
