import { ResetRequest } from '#features/auth/password/components/ResetRequest.tsx';
import { texts } from '#features/auth/password/texts.ts';
import { AuthPage } from './AuthPage.tsx';

/** `/login/password` (product.md 2.2.C). */
export function Component() {
  return (
    <AuthPage title={texts.resetTitle}>
      <ResetRequest />
    </AuthPage>
  );
}
