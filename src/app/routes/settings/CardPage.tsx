import { CardSettings } from '#features/account/card/components/CardSettings.tsx';
import { texts } from '#features/account/card/texts.ts';
import { useSession } from '#shared/lib/account/useSession.ts';
import { AccountPage } from './AccountPage.tsx';

/** `/mypage/settings/card` (product.md 2.3.J). */
export function CardPage() {
  const { user } = useSession();
  return (
    <AccountPage title={texts.title} lead={texts.lead}>
      {user && <CardSettings key={user.id} />}
    </AccountPage>
  );
}
