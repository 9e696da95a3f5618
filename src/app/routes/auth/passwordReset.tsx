import { useNavigate, useParams } from 'react-router-dom';
import { ResetForm } from '#features/auth/password/components/ResetForm.tsx';
import { texts } from '#features/auth/password/texts.ts';
import { FormPage } from '#shared/form/FormPage.tsx';
import { getUser } from '#shared/lib/account/account.ts';
import { session } from '#shared/lib/account/session.ts';
import { paths } from '#shared/lib/pages/paths.ts';

/** `/login/password/reset/{uid}/{token}` (product.md 2.2.C). */
export function Component() {
  const navigate = useNavigate();
  const { uid = '', token = '' } = useParams();
  const handleDone = async () => {
    // Every session of the account has ended. If the session of this device was among them, its next call will notice.
    if (session.getSnapshot().state === 'in') await getUser().catch(() => undefined);
    await navigate(paths.passwordDone(), { replace: true });
  };
  return (
    <FormPage title={texts.resetTitle}>
      <ResetForm link={{ uid, token }} key={uid + token} onDone={handleDone} />
    </FormPage>
  );
}
