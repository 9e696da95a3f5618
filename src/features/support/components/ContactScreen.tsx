import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#shared/lib/pages/paths.ts';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { texts } from '../texts.ts';
import { type Contacted, useContactForm } from '../useContactForm.ts';
import { ConfirmContact } from './ConfirmContact.tsx';
import styles from './ContactForm.module.css';
import { ContactForm } from './ContactForm.tsx';
import { KeptLetters } from './KeptLetters.tsx';

const words = texts.contact;

/**
 * `/contact` (product.md 2.2.B): the form, the confirmation in its place, and the letters waiting on this device.
 * `owner`: id of the member, empty for a guest; another owner needs another `key`.
 */
export function ContactScreen({ owner, onSent }: { owner: string; onSent: (sent: Contacted) => void }) {
  const [keptNow, setKeptNow] = useState<{ isLasting: boolean; nth: number } | null>(null);
  const notice = useRef<HTMLParagraphElement>(null);
  const form = useContactForm(owner, {
    onSent,
    onKept: (isLasting) => setKeptNow((former) => ({ isLasting, nth: (former?.nth ?? 0) + 1 })),
  });
  const isMember = owner !== '';
  useEffect(() => {
    if (keptNow) notice.current?.focus();
  }, [keptNow]);
  return (
    <>
      <PageHeader
        title={words.title}
        inShell={false}
        lead={
          <>
            <p>{isMember ? words.leadMember : words.lead}</p>
            <Link to={paths.inquiry()} className={styles.way}>
              {words.toInquiry}
            </Link>
          </>
        }
      />
      {keptNow && (
        <p className={styles.notice} ref={notice} tabIndex={-1} role="status" data-testid="letter-kept">
          {keptNow.isLasting ? texts.kept.now : texts.kept.nowMemory}
        </p>
      )}
      <KeptLetters
        owner={owner}
        nth={keptNow?.nth ?? 0}
        onEdit={(letter, contents) => {
          setKeptNow(null);
          form.edit(letter, contents);
          document.querySelector<HTMLElement>('main h1')?.focus();
        }}
      />
      {form.stage === 'edit' ? (
        <ContactForm form={form} isMember={isMember} />
      ) : (
        <ConfirmContact form={form} isMember={isMember} />
      )}
    </>
  );
}
