import { useNavigate } from 'react-router-dom';
import { AddressStep } from '#features/account/address/components/AddressForm.tsx';
import { texts } from '#features/account/address/texts.ts';
import { useSession } from '#shared/lib/account/useSession.ts';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { paths } from '#shared/lib/pages/paths.ts';
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
