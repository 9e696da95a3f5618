import { useSession } from '#shared/lib/account/useSession.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { texts } from '../texts.ts';
import { RowLink, Section } from './Section.tsx';

/** アカウント: who is logged in, and links to the parts of the account (product.md 2.3.J). */
export function AccountSettings() {
  const { user } = useSession();
  const name = [user?.family_name, user?.given_name].filter(Boolean).join(' ');
  return (
    <Section title={texts.account}>
      <RowLink to={paths.account('base')} label={texts.profile} hint={name || texts.profileHint} />
      <RowLink to={paths.account('email')} label={texts.email} hint={user?.email || texts.unknown} />
      <RowLink to={paths.account('password')} label={texts.password} hint={texts.passwordHint} />
      <RowLink to={paths.account('address')} label={texts.address} hint={texts.addressHint} />
      <RowLink to={paths.account('card')} label={texts.card} hint={texts.cardHint} />
      <RowLink to={paths.account('devices')} label={texts.devices} hint={texts.devicesHint} />
      <RowLink to={paths.account('family')} label={texts.family} hint={texts.familyHint} />
      <RowLink to={paths.account('withdraw')} label={texts.withdraw} hint={texts.withdrawHint} />
    </Section>
  );
}
