import { ResetRequest } from '#features/auth/password/components/ResetRequest.tsx';
import { texts } from '#features/auth/password/texts.ts';
import { FormPage } from '#shared/form/FormPage.tsx';

/** `/login/password` (product.md 2.2.C). */
export function Component() {
  return (
    <FormPage title={texts.resetTitle}>
      <ResetRequest />
    </FormPage>
  );
}
