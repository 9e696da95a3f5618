import { Navigate, useLocation } from 'react-router-dom';
import { PublicNotices } from '#features/notice/components/PublicNotices.tsx';
import { useSession } from '#shared/lib/account/useSession.ts';
import { paths } from '#shared/lib/pages/paths.ts';

/** `/notice`: the notices for guests; members are redirected to their own list, which knows what was read. */
export function Component() {
  const { state } = useSession();
  const { search } = useLocation();
  return state === 'in' ? <Navigate to={paths.notice() + search} replace={true} /> : <PublicNotices />;
}
