import { Link } from 'react-router-dom';
import { linkToKeep } from '#shared/lib/mirror/pages.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import type { ListAddress } from '#shared/lib/pages/useListAddress.ts';
import { useAnswer } from '#shared/lib/public/useAnswer.ts';
import { formatMoment, parseTime } from '#shared/lib/text/format.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { Chip } from '#shared/ui/Chip.tsx';
import { EmptyState } from '#shared/ui/EmptyState.tsx';
import { ListFooter } from '#shared/ui/ListFooter.tsx';
import { ListStatus } from '#shared/ui/ListStatus.tsx';
import { MirrorView } from '#shared/ui/MirrorView.tsx';
import { ListSkeleton } from '#shared/ui/Skeleton.tsx';
import { copyOfInquiries, getInquiries, type InquiryPage } from '../api.ts';
import { texts } from '../texts.ts';
import styles from './InquiryScreen.module.css';

const words = texts.inquiry;

/** A page of a member's inquiries, the last changed one first. `key` must contain owner and page. */
export function InquiryList({ owner, address: { query, turn } }: { owner: string; address: ListAddress }) {
  const page = useAnswer<InquiryPage>(
    (options) => getInquiries(query, options),
    copyOfInquiries(owner, query),
  );
  return (
    <section className={styles.list} aria-labelledby="inquiries">
      <h2 id="inquiries" className={styles.title}>
        {words.listTitle}
      </h2>
      <MirrorView
        mirror={page}
        shape={<ListSkeleton rows={2} />}
        isEmpty={({ results }) => results.length === 0}
        empty={
          <EmptyState
            picture="letter"
            title={words.listEmpty}
            action={
              <ActionLink to={paths.contact()} look="primary">
                {words.ask}
              </ActionLink>
            }
          >
            {words.listEmptyBody}
          </EmptyState>
        }
      >
        {({ results, previous, next }) => (
          <>
            {page.isStale && <ListStatus mirror={page} />}
            <ul className={styles.inquiries}>
              {results.map(({ id, subject, number, status, updated }) => (
                <li key={id}>
                  <Link to={paths.inquiryDetail(id)} className={styles.inquiry} data-testid="inquiry-item">
                    <span className={styles.subject}>{subject}</span>
                    <span className={styles.facts}>
                      <Chip tone={status === 'answered' ? 'blue' : 'plain'}>{texts.statuses[status]}</Chip>
                      <span>{words.numberOf(number)}</span>
                      <span>
                        {words.updated(formatMoment(parseTime(updated) ?? serverNow(), serverNow()))}
                      </span>
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
            <ListFooter
              query={query}
              onPrevious={turn(linkToKeep(previous))}
              onNext={turn(linkToKeep(next))}
            />
            <div>
              <ActionLink to={paths.contact()} look="primary">
                {words.ask}
              </ActionLink>
            </div>
          </>
        )}
      </MirrorView>
    </section>
  );
}
