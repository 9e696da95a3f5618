import { paths } from '#shared/lib/pages/paths.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { StateCard } from '#shared/ui/StateCard.tsx';
import { texts } from '../texts.ts';
import type { Contacted } from '../useContactForm.ts';
import styles from './CompleteScreen.module.css';

const words = texts.complete;

/** `/contact/complete` (product.md 2.2.B): the number, when the answer comes, and where the mail was sent. */
export function CompleteScreen({ sent: { id, number, email } }: { sent: Contacted }) {
  const isMember = email === '';
  return (
    <StateCard
      picture="letter"
      level={1}
      title={words.title}
      actions={
        <>
          {isMember && (
            <ActionLink to={paths.inquiryDetail(id)} look="primary">
              {words.toThread}
            </ActionLink>
          )}
          <ActionLink to={`${paths.inquiry()}#faq`}>{words.toFaq}</ActionLink>
          <ActionLink to={paths.home()} look={isMember ? 'quiet' : 'primary'}>
            {words.toTop}
          </ActionLink>
        </>
      }
    >
      <p className={styles.number}>
        <span className={styles.label}>{words.number}</span>
        <strong data-testid="inquiry-number">{number}</strong>
      </p>
      <p>{isMember ? words.mailMember : words.mail(email)}</p>
      <p>{words.reply}</p>
      {!isMember && <p>{words.follow}</p>}
    </StateCard>
  );
}
