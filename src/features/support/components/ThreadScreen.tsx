import { HttpError, isNotFound } from '#shared/lib/errors.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { MirrorView } from '#shared/ui/MirrorView.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { usePageName } from '#shared/ui/pageName.ts';
import { TextSkeleton } from '#shared/ui/Skeleton.tsx';
import { texts } from '../texts.ts';
import { useThread } from '../useThread.ts';
import styles from './InquiryScreen.module.css';
import { LinkRequest } from './LinkRequest.tsx';
import { Thread } from './Thread.tsx';

const words = texts.thread;

/** Somebody without access to the inquiry is told how to get it. */
export function NoAccess({ isExpired, isMember }: { isExpired: boolean; isMember: boolean }) {
  return (
    <>
      <PageHeader title={words.title} inShell={false} />
      <section className={styles.card} data-testid="no-access">
        <h2 className={styles.title}>{isExpired ? words.expired : words.needsLink}</h2>
        <p>{isExpired ? words.expiredBody : words.needsLinkBody}</p>
        <LinkRequest />
        {!isMember && (
          <ActionLink to={paths.login()} look="quiet" className={styles.login}>
            {texts.inquiry.login}
          </ActionLink>
        )}
      </section>
    </>
  );
}

/**
 * `/inquiry/{id}` once the session is decided. A member gets "not found" for an inquiry that is not theirs; a guest is
 * told to open the mailed link. `key` must contain both.
 */
export function ThreadScreen({ id, owner }: { id: string; owner: string }) {
  const answer = useThread(id, owner);
  const isMember = owner !== '';
  usePageName(answer.data ? texts.inquiry.numberOf(answer.data.number) : '');
  if (isNotFound(answer.error)) throw answer.error;
  if (answer.error instanceof HttpError && answer.error.status === 403)
    return <NoAccess isExpired={false} isMember={isMember} />;
  return (
    <>
      <PageHeader title={answer.data?.subject || words.title} inShell={false} />
      <MirrorView mirror={answer} shape={<TextSkeleton />}>
        {(thread) => <Thread id={id} owner={owner} thread={thread} answer={answer} />}
      </MirrorView>
    </>
  );
}
