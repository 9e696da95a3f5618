import { Navigate, useParams } from 'react-router-dom';
import { PublicNotice } from '#features/notice/components/PublicNotice.tsx';
import { useSession } from '#shared/lib/account/useSession.ts';
import { paths } from '#shared/lib/pages/paths.ts';

/** `/notice/{id}`: one notice for guests; members are redirected to their own page, where it is marked as read. */
export function Component() {
  const { id = '' } = useParams();
  const { state } = useSession();
  if (state === 'in') return <Navigate to={paths.noticeDetail(id)} replace={true} />;
  return <PublicNotice key={id} id={id} />;
}
