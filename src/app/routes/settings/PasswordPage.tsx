import { useNavigate } from 'react-router-dom';
import { ChangeForm } from '#features/account/password/components/ChangeForm.tsx';
import { texts } from '#features/account/password/texts.ts';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { AccountPage } from './AccountPage.tsx';

/** `/mypage/settings/password` (product.md 2.3.J): the form of `/login/password/change`, for a change by choice. */
export function PasswordPage() {
  const navigate = useNavigate();
  const handleDone = () => {
    blueAlert.show(texts.changed);
    void navigate(paths.settings());
  };
  return (
    <AccountPage title={texts.title} lead={texts.lead}>
      <ChangeForm onDone={handleDone} />
    </AccountPage>
  );
}
