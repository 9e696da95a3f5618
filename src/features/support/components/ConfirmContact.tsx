import { useEffect, useRef } from 'react';
import { inquiryCategories } from '#contracts/support.ts';
import { SummaryBox } from '#shared/form/ErrorSummary.tsx';
import { formatBytes } from '#shared/lib/text/format.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { standingOf, tidyContact } from '../model.ts';
import { texts } from '../texts.ts';
import type { useContactForm } from '../useContactForm.ts';
import styles from './ContactForm.module.css';

const words = texts.contact;

/**
 * The typed text, to be checked before it is sent. It replaces the form on the same page (product.md 2.2.B `/contact`).
 */
export function ConfirmContact({
  form,
  isMember,
}: {
  form: ReturnType<typeof useContactForm>;
  isMember: boolean;
}) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const { category, name, email, standing, order_no, body } = tidyContact(form.values);
  const kind = inquiryCategories.find((known) => known === category);
  const grade = standingOf(standing);
  const isSending = form.stage === 'sending';
  const lines: [string, string][] = [
    [words.category, kind ? texts.categories[kind] : ''],
    ...(isMember
      ? []
      : ([
          [words.name, name],
          [words.email, email],
          ...(grade ? [[words.standing, texts.standings[grade]]] : []),
        ] as [string, string][])),
    ...(order_no && category === 'payment' ? ([[words.orderNo, order_no]] as [string, string][]) : []),
    [words.body, body],
    [
      texts.files.label,
      form.values.files.map((file) => `${file.name}(${formatBytes(file.size)})`).join('\n') || words.none,
    ],
  ];
  const { sentFiles } = form;
  const { files } = form.values;
  const busyWords = sentFiles < files.length ? words.sendingFile(sentFiles + 1, files.length) : words.sending;
  return (
    <section className={styles.form} aria-labelledby="confirm-title" aria-busy={isSending}>
      <h2 id="confirm-title" ref={title} tabIndex={-1} className={styles.confirmTitle}>
        {words.confirmTitle}
      </h2>
      <SummaryBox title={texts.errors.failed} failure={form.failure} />
      <p>{words.confirmLead}</p>
      <dl className={styles.facts}>
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.actions}>
        <ActionButton look="primary" disabled={isSending} onClick={() => void form.send()}>
          {isSending ? busyWords : words.send}
        </ActionButton>
        <ActionButton disabled={isSending} onClick={form.back}>
          {words.back}
        </ActionButton>
      </div>
    </section>
  );
}
