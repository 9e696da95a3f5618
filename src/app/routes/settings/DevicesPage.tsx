import { DeviceList } from '#features/account/device/components/DeviceList.tsx';
import { texts } from '#features/account/device/texts.ts';
import { AccountPage } from './AccountPage.tsx';

/** `/mypage/settings/devices`: a separate page for the devices of product.md 2.3.J. */
export function DevicesPage() {
  return (
    <AccountPage title={texts.title} lead={texts.lead}>
      <DeviceList />
    </AccountPage>
  );
}
