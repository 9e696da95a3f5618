import { Navigate } from 'react-router-dom';
import { HomeView } from '#features/site/views/HomeView.tsx';
import { useSession } from '#shared/lib/account/useSession.ts';
import { redirects } from '#shared/lib/pages/paths.ts';

const loadBlocks = () => import('./HomeBlocks.tsx');

/**
 * `/`: the welcome for guests; members go on to their studies (product.md 2.2.A). While the session is not decided,
 * index.html hides the page from everyone who may be a member.
 */
export function Component() {
  const { state } = useSession();
  return state === 'in' ? (
    <Navigate to={redirects.home} replace={true} />
  ) : (
    <HomeView loadBlocks={loadBlocks} />
  );
}
