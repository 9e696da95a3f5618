import { GuardianOrder } from '#features/order/guardian/GuardianOrder.tsx';
import { texts } from '#features/order/guardian/texts.ts';
import { FormPage } from '#shared/form/FormPage.tsx';
import styles from '#shared/ui/landing/landing.module.css';
import { usePageName } from '#shared/ui/pageName.ts';

/** `/parent?order={token}`: an order that waits for a guardian, in place of the page for parents (money.md 4.11). */
export function GuardianOrderPart({ token }: { token: string }) {
  usePageName(texts.title);
  return (
    <div className={styles.family}>
      <FormPage title={texts.title}>
        <GuardianOrder token={token} key={token} />
      </FormPage>
    </div>
  );
}
