import { type FormEvent, useEffect, useId } from 'react';
import { Link } from 'react-router-dom';
import { grades } from '#contracts/profile.ts';
import { inquiryCategories } from '#contracts/support.ts';
import { useBusy } from '#shared/lib/loading/useBusy.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { FormErrors, FormField } from '#shared/ui/FormField.tsx';
import { loadPost } from '../loadPost.ts';
import { bodyLimits, type ContactField, contactFields } from '../model.ts';
import { texts } from '../texts.ts';
import type { useContactForm } from '../useContactForm.ts';
import styles from './ContactForm.module.css';
import { FaqSuggestions } from './FaqSuggestions.tsx';
import { FilePicker } from './FilePicker.tsx';

const words = texts.contact;

/** The fields of a question (product.md 2.2.B `/contact`). A member's name and address are those of the account. */
export function ContactForm({
  form,
  isMember,
}: {
  form: ReturnType<typeof useContactForm>;
  isMember: boolean;
}) {
  const { values, errors, set, leave } = form;
  const id = useId();
  const idOf = (field: ContactField) => `${id}${field}`;
  useBusy(!form.isEmpty, 'form');
  // At hand when there is no network any more to fetch it.
  useEffect(() => {
    if (!form.isEmpty) loadPost().catch(() => undefined);
  }, [form.isEmpty]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const first = form.confirm();
    if (first !== null) document.getElementById(idOf(first))?.focus();
  };

  return (
    <form className={styles.form} method="post" onSubmit={submit} noValidate>
      <FormErrors
        title={form.failure ? texts.errors.failed : texts.errors.summary}
        failure={form.failure}
        fields={contactFields.flatMap((field) => {
          const message = errors[field];
          return message ? [{ id: idOf(field), message }] : [];
        })}
      />
      <FormField id={idOf('category')} label={words.category} isRequired error={errors.category}>
        {(control) => (
          <select
            {...control}
            name="category"
            value={values.category}
            onChange={(event) => set('category', event.currentTarget.value)}
            onBlur={() => leave('category')}
          >
            <option value="">{words.choose}</option>
            {inquiryCategories.map((category) => (
              <option key={category} value={category}>
                {texts.categories[category]}
              </option>
            ))}
          </select>
        )}
      </FormField>
      {!isMember && (
        <>
          <FormField id={idOf('name')} label={words.name} isRequired error={errors.name}>
            {(control) => (
              <input
                {...control}
                name="name"
                autoComplete="name"
                value={values.name}
                onChange={(event) => set('name', event.currentTarget.value)}
                onBlur={() => leave('name')}
              />
            )}
          </FormField>
          <FormField
            id={idOf('email')}
            label={words.email}
            isRequired
            hint={words.emailHint}
            error={errors.email}
          >
            {(control) => (
              <input
                {...control}
                name="email"
                autoComplete="email"
                inputMode="email"
                autoCapitalize="none"
                spellCheck={false}
                value={values.email}
                onChange={(event) => set('email', event.currentTarget.value)}
                onBlur={() => leave('email')}
              />
            )}
          </FormField>
          <FormField id={`${id}standing`} label={words.standing}>
            {(control) => (
              <select
                {...control}
                name="standing"
                value={values.standing}
                onChange={(event) => set('standing', event.currentTarget.value)}
              >
                <option value="">{words.noStanding}</option>
                {grades.map((grade) => (
                  <option key={grade} value={grade}>
                    {texts.standings[grade]}
                  </option>
                ))}
              </select>
            )}
          </FormField>
        </>
      )}
      {values.category === 'payment' && (
        <FormField id={idOf('order_no')} label={words.orderNo} error={errors.order_no}>
          {(control) => (
            <input
              {...control}
              name="order_no"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              value={values.order_no}
              onChange={(event) => set('order_no', event.currentTarget.value)}
              onBlur={() => leave('order_no')}
            />
          )}
        </FormField>
      )}
      <FormField
        id={idOf('body')}
        label={words.body}
        isRequired
        error={errors.body}
        hint={
          <>
            {words.bodyHint}{' '}
            <span className={styles.count}>{words.count(values.body.length, bodyLimits.most)}</span>
          </>
        }
      >
        {(control) => (
          <textarea
            {...control}
            name="body"
            value={values.body}
            onChange={(event) => set('body', event.currentTarget.value)}
            onBlur={() => leave('body')}
          />
        )}
      </FormField>
      <FaqSuggestions text={values.body} category={values.category} />
      <FilePicker id={idOf('files')} files={form.files} error={errors.files} onChange={form.setFiles} />
      <div>
        <label className={styles.agree}>
          <input
            id={idOf('agree')}
            type="checkbox"
            name="agree"
            required
            checked={values.agree}
            aria-invalid={errors.agree ? true : undefined}
            aria-describedby={errors.agree ? `${id}agree-error` : undefined}
            onChange={(event) => set('agree', event.currentTarget.checked)}
          />
          <span>{words.agree}</span>
        </label>
        <p className={styles.read}>
          <Link to={paths.privacy()}>{words.privacy}</Link>
        </p>
        {errors.agree && (
          <p id={`${id}agree-error`} className={styles.error}>
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
