import type { ComponentType } from 'react';
import { type LoaderFunction, useParams } from 'react-router-dom';
import type { AccountPart } from '#shared/lib/pages/paths.ts';
import { AddressPage } from './AddressPage.tsx';
import { CardPage } from './CardPage.tsx';
import { DevicesPage } from './DevicesPage.tsx';
import { EmailPage } from './EmailPage.tsx';
import { FamilyPage } from './FamilyPage.tsx';
import { PasswordPage } from './PasswordPage.tsx';
import { ProfilePage } from './ProfilePage.tsx';
import { WithdrawPage } from './WithdrawPage.tsx';

const pages: Record<AccountPart, ComponentType> = {
  base: ProfilePage,
  email: EmailPage,
  password: PasswordPage,
  address: AddressPage,
  card: CardPage,
  devices: DevicesPage,
  family: FamilyPage,
  withdraw: WithdrawPage,
};

function isPart(part = ''): part is AccountPart {
  return Object.hasOwn(pages, part);
}

/** No other address below the settings is a page (specification.md 4). */
export const loader: LoaderFunction = ({ params }) => {
  if (!isPart(params.part)) throw new Response(null, { status: 404 });
  return null;
};

/**
 * `/mypage/settings/{part}` (product.md 2.3.J). One route for all pages of the account: each page is small, and every
 * route adds to the size of a guest's first page.
 */
export function Component() {
  const { part } = useParams();
  if (!isPart(part)) return null;
  const Page = pages[part];
  return <Page key={part} />;
}
