import { FamilySettings } from '#features/account/family/components/FamilySettings.tsx';
import { texts } from '#features/account/family/texts.ts';
import { useSession } from '#shared/lib/account/useSession.ts';
import { AccountPage } from './AccountPage.tsx';

/** `/mypage/settings/family`: what a learner shows their family (product.md 4.6). */
export function FamilyPage() {
  const { user } = useSession();
  return (
    <AccountPage title={texts.title} lead={texts.lead}>
      {user && <FamilySettings owner={user.id} key={user.id} />}
    </AccountPage>
  );
}
