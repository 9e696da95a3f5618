import { useNavigate } from 'react-router-dom';
import { ContactScreen } from '#features/support/components/ContactScreen.tsx';
import { useSession } from '#shared/lib/account/useSession.ts';
import { useIsHere } from '#shared/lib/loading/useIsHere.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { Loading } from '#shared/ui/Loading.tsx';
import { TextSkeleton } from '#shared/ui/Skeleton.tsx';

/** `/contact` (product.md 2.2.B), for guests and members. Prerendered for guests. */
export function Component() {
  const navigate = useNavigate();
  const { state, user } = useSession();
  const isHere = useIsHere();
  if (state === 'pending' && isHere) return <Loading shape={<TextSkeleton />} />;
  const owner = user?.id ?? '';
  return (
    <ContactScreen
      key={owner}
      owner={owner}
      onSent={(sent) => void navigate(paths.contactComplete(), { replace: true, state: sent })}
    />
  );
}
