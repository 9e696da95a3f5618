import { InquiryScreen } from '#features/support/components/InquiryScreen.tsx';
import { useSession } from '#shared/lib/account/useSession.ts';
import { useIsHere } from '#shared/lib/loading/useIsHere.ts';
import { Loading } from '#shared/ui/Loading.tsx';
import { TextSkeleton } from '#shared/ui/Skeleton.tsx';

/** `/inquiry` (product.md 2.2.B), for guests and members. Prerendered for guests. */
export function Component() {
  const { state, user } = useSession();
  const isHere = useIsHere();
  if (state === 'pending' && isHere) return <Loading shape={<TextSkeleton />} />;
  return <InquiryScreen key={user?.id ?? ''} owner={user?.id ?? ''} />;
}
