import { EmailChange } from '#features/account/email/components/EmailChange.tsx';
import { texts } from '#features/account/email/texts.ts';
import { useSession } from '#shared/lib/account/useSession.ts';
import { AccountPage } from './AccountPage.tsx';

/** `/mypage/settings/email` (product.md 2.3.J). */
export function EmailPage() {
  const { user } = useSession();
  return <AccountPage title={texts.title}>{user && <EmailChange user={user} key={user.id} />}</AccountPage>;
}
