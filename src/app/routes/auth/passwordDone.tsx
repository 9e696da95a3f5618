import { texts } from '#features/auth/password/texts.ts';
import { FormPage } from '#shared/form/FormPage.tsx';
import { paths } from '#shared/lib/pages/paths.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { StateCard } from '#shared/ui/StateCard.tsx';

/** `/login/password/reset/complete` (product.md 2.2.C). */
export function Component() {
  return (
    <FormPage title={texts.resetTitle}>
      <StateCard
        isFlat={true}
        picture="books"
        title={texts.doneTitle}
        actions={
          <ActionLink to={paths.login()} look="primary">
            {texts.toLogin}
          </ActionLink>
        }
      >
        {texts.doneBody}
      </StateCard>
    </FormPage>
  );
}
