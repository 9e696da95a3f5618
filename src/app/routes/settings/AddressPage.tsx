import { useNavigate } from 'react-router-dom';
import { AddressStep } from '#features/auth/address/components/AddressForm.tsx';
import { texts } from '#features/auth/address/texts.ts';
import { blueAlert } from '#shared/lib/blueAlert.ts';
import { paths } from '#shared/lib/paths.ts';
import { useSession } from '#shared/lib/session/useSession.ts';
import { AccountPage } from './AccountPage.tsx';

/** `/mypage/settings/address` (product.md 2.3.J). */
export function AddressPage() {
  const navigate = useNavigate();
  const { user } = useSession();
  const handleSaved = () => {
    blueAlert.show(texts.saved);
    void navigate(paths.settings());
  };
  return (
    <AccountPage title={texts.title} lead={texts.lead}>
      {user && <AddressStep userId={user.id} key={user.id} onSaved={handleSaved} />}
    </AccountPage>
  );
}
