import { useNavigate } from 'react-router-dom';
import { ProfileStep } from '#features/account/profile/components/ProfileStep.tsx';
import { texts } from '#features/account/profile/texts.ts';
import { useSession } from '#shared/lib/account/useSession.ts';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { AccountPage } from './AccountPage.tsx';

/** `/mypage/settings/base` (product.md 2.3.J). */
export function ProfilePage() {
  const navigate = useNavigate();
  const { user } = useSession();
  const handleSaved = ({ isGuardianAsked }: { isGuardianAsked: boolean }) => {
    blueAlert.show(isGuardianAsked ? texts.savedAndAsked : texts.saved);
    void navigate(paths.settings());
  };
  return (
    <AccountPage title={texts.settingsTitle} lead={texts.leadAgain}>
      {user && <ProfileStep userId={user.id} key={user.id} onSaved={handleSaved} />}
    </AccountPage>
  );
}
