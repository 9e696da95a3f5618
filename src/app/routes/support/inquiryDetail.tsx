import { useEffect } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { NoAccess, ThreadScreen } from '#features/support/components/ThreadScreen.tsx';
import { texts } from '#features/support/texts.ts';
import { useMailedLink } from '#features/support/useThread.ts';
import { useSession } from '#shared/lib/account/useSession.ts';
import { HttpError } from '#shared/lib/errors.ts';
import { useIsHere } from '#shared/lib/loading/useIsHere.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { ErrorCard } from '#shared/ui/ErrorCard.tsx';
import { Loading } from '#shared/ui/Loading.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { TextSkeleton } from '#shared/ui/Skeleton.tsx';

/**
 * Opens a mailed link. The token is removed from the address at once: it must not stay in the history of a shared
 * family device.
 */
function Opening({ id, token, isMember }: { id: string; token: string; isMember: boolean }) {
  const navigate = useNavigate();
  const { state, retry } = useMailedLink(id, token);
  useEffect(() => {
    if (state.kind === 'open') void navigate(paths.inquiryDetail(state.id), { replace: true });
  }, [state, navigate]);
  if (state.kind !== 'failed') {
    return (
      <>
        <PageHeader title={texts.thread.title} inShell={false} />
        <p role="status">{texts.thread.opening}</p>
        <Loading shape={<TextSkeleton />} onReload={retry} />
      </>
    );
  }
  const { error } = state;
  if (error instanceof HttpError && (error.status === 410 || error.status === 400))
    return <NoAccess isExpired={true} isMember={isMember} />;
  return <ErrorCard error={error} level={1} onRetry={retry} />;
}

/** `/inquiry/{id}` (product.md 2.2.B): for its member, or through the mailed link. */
export function Component() {
  const { id = '' } = useParams();
  const [query] = useSearchParams();
  const { state, user } = useSession();
  const token = query.get('token');
  const owner = user?.id ?? '';
  const isHere = useIsHere();
  if (!isHere || state === 'pending') {
    return (
      <>
        <PageHeader title={texts.thread.title} inShell={false} />
        <p role="status">{texts.thread.looking}</p>
      </>
    );
  }
  if (token) return <Opening key={token} id={id} token={token} isMember={owner !== ''} />;
  return <ThreadScreen key={`${owner} ${id}`} id={id} owner={owner} />;
}
