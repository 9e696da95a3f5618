import { WithdrawForm } from '#features/account/withdraw/components/WithdrawForm.tsx';
import { texts } from '#features/account/withdraw/texts.ts';
import { AccountPage } from './AccountPage.tsx';

/** `/mypage/settings/withdraw`: a separate page for the withdrawal of product.md 2.3.J. */
export function WithdrawPage() {
  return (
    <AccountPage title={texts.title} lead={texts.lead}>
      <WithdrawForm />
    </AccountPage>
  );
}
