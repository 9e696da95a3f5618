import { paths } from '#shared/lib/pages/paths.ts';
import { useListAddress } from '#shared/lib/pages/useListAddress.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { texts } from '../texts.ts';
import { FaqSearch } from './FaqSearch.tsx';
import { InquiryList } from './InquiryList.tsx';
import styles from './InquiryScreen.module.css';
import { LinkRequest } from './LinkRequest.tsx';

const words = texts.inquiry;

/**
 * `/inquiry` (product.md 2.2.B): guests request the link to a thread, members see theirs; frequent questions for all.
 */
export function InquiryScreen({ owner }: { owner: string }) {
  const isMember = owner !== '';
  const address = useListAddress('');
  return (
    <div className={styles.page}>
      <PageHeader title={words.title} inShell={false} />
      {isMember ? (
        <InquiryList key={`${owner} ${address.query}`} owner={owner} address={address} />
      ) : (
        <section className={styles.card} aria-labelledby="lookup">
          <h2 id="lookup" className={styles.title}>
            {words.lookupTitle}
          </h2>
          <p>{words.lookupLead}</p>
          <LinkRequest />
          <div className={styles.ways}>
            <ActionLink to={paths.login()} look="quiet">
              {words.login}
            </ActionLink>
            <ActionLink to={paths.contact()} look="quiet">
              {words.ask}
            </ActionLink>
          </div>
        </section>
      )}
      <FaqSearch />
    </div>
  );
}
