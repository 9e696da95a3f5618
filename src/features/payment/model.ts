import type { Address } from '#contracts/accountSettings.ts';
import type { Profile } from '#contracts/profile.ts';
import type { Cart, PayMethod } from '#contracts/shopCart.ts';
import { type CvsCode, cvsCodes, cvsExceeded, cvsLimits, type PayerInput } from '#contracts/shopCheckout.ts';
import type { OrderState, PayResult } from '#contracts/shopOrder.ts';
import { checkPayer, type PayerValues, payerFields, payerOf as payerFrom } from '#shared/form/payerRules.ts';
import type { FormErrors } from '#shared/form/useForm.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { bankPageOf } from '#shared/lib/shop/leaveForBank.ts';
import { donePath, failedPath } from '#shared/lib/shop/orderPages.ts';
import { withPlan } from './address.ts';
import { texts } from './texts.ts';

/** Payment methods that a buyer can choose, in the order of the page. */
export const shownMethods = ['card', 'cvs', 'bank'] as const satisfies readonly PayMethod[];
export type ShownMethod = (typeof shownMethods)[number];

/**
 * Why a method cannot be used for this sum, in words; `null`: it can (product.md 2.2.D). `taken`: methods the server
 * accepts at this moment; `null`: not known, then the offer tells.
 */
export function whyClosed(
  method: ShownMethod,
  { total, allowed_methods }: Cart,
  taken: readonly string[] | null = null,
): string | null {
  if (allowed_methods.includes(method))
    return taken === null || taken.includes(method) ? null : texts.method.paused;
  const exceeded = method === 'cvs' ? cvsExceeded(total) : null;
  if (exceeded === 'most') return texts.method.cvsMost(cvsLimits.most);
  return exceeded === 'least' ? texts.method.cvsLeast(cvsLimits.least) : texts.method.closed;
}

/** The method chosen at first: the earlier choice if it is still possible, otherwise the first possible one. */
export function firstMethod(cart: Cart, before: string): ShownMethod | '' {
  const open = shownMethods.filter((method) => whyClosed(method, cart) === null);
  return open.find((method) => method === before) ?? open[0] ?? '';
}

/**
 * Whether a guardian has to be named first: the buyer is under 18 and has named none who could be asked
 * (money.md 4.11).
 */
export function lacksGuardian(needsGuardian: boolean, { guardian }: Pick<Profile, 'guardian'>): boolean {
  return needsGuardian && (guardian === null || guardian.status === 'declined');
}

/** Whether nothing has to be paid. */
export function isFree({ total, items }: Cart): boolean {
  return total === 0 && items.length > 0;
}

/** The address for contract papers, under the names of the wire format. */
export type AddressDetails = { [Name in keyof Address as `address.${Name}`]: string };

/** The payer, what the payment method needs, and for an order with contract papers their address. */
export type DetailValues = PayerValues & { 'payer.kind': PayerInput['kind'] } & Partial<AddressDetails>;

/** The fields stored for a day: never anything of a card. */
export const keptDetails = ['payer.kind', ...payerFields.slice(0, 6)] as const;

type Person = Omit<PayerValues, 'cvs_code' | 'card'>;

/** What the profile knows of the payer. A guardian's name is one text: it is split if it contains exactly one blank. */
export function personOf(kind: PayerInput['kind'], profile: Profile | null): Person {
  if (kind === 'self') {
    return {
      'payer.family_name': profile?.family_name ?? '',
      'payer.given_name': profile?.given_name ?? '',
      'payer.family_name_kana': profile?.family_name_kana ?? '',
      'payer.given_name_kana': profile?.given_name_kana ?? '',
      'payer.phone': profile?.phone ?? '',
    };
  }
  const halves = (whole = '') => {
    const parts = whole.trim().split(/[\s ]+/);
    return parts.length === 2 ? parts : ['', ''];
  };
  const [family = '', given = ''] = halves(profile?.guardian?.name);
  const [familyKana = '', givenKana = ''] = halves(profile?.guardian?.name_kana);
  return {
    'payer.family_name': family,
    'payer.given_name': given,
    'payer.family_name_kana': familyKana,
    'payer.given_name_kana': givenKana,
    'payer.phone': profile?.guardian?.phone ?? '',
  };
}

/** The initial values of the form: what was typed before, otherwise what the profile knows. */
export function detailsFrom(
  kept: Record<string, string>,
  profile: Profile | null,
  cvsCode: string,
): DetailValues {
  const kind = kept['payer.kind'] === 'guardian' ? 'guardian' : 'self';
  const known = personOf(kind, profile);
  const person = Object.fromEntries(
    Object.entries(known).map(([name, value]) => [name, kept[name] || value]),
  ) as Person;
  return { 'payer.kind': kind, ...person, cvs_code: kept.cvs_code || cvsCode, card: '' };
}

/** The mistakes in the form. The card is checked in its frame. */
export function checkDetails(values: DetailValues, method: PayMethod): FormErrors<DetailValues> {
  return checkPayer(values, method, texts.details);
}

/** The payer in the request body, from a form without mistakes. */
export function payerOf(values: DetailValues): PayerInput {
  return payerFrom(values['payer.kind'], values);
}

/** The chosen store chain, by its name in the API. */
export function storeOf(values: DetailValues): CvsCode | undefined {
  return cvsCodes.find((code) => code === values.cvs_code);
}

/** How long before its end a warning about an offer is shown, ms (money.md 6). */
export const warnBeforeMs = 5 * 60_000;

/** Whether an offer is valid, about to end, or over. `at`: by the server's clock, epoch ms. */
export function offerAge(expiresAt: number | null, at: number): 'good' | 'ending' | 'over' {
  if (expiresAt === null) return 'good';
  if (at >= expiresAt) return 'over';
  return at >= expiresAt - warnBeforeMs ? 'ending' : 'good';
}

/** Where the state of the order leads the buyer. `relay`: stays and asks again. */
export type Way = { kind: 'page'; to: string } | { kind: 'leave'; url: string } | { kind: 'relay' };

/** Where the state of the order leads the buyer. */
export function wayOf(state: OrderState): Way {
  const { next, order, method, is_subscription } = state;
  if (next === 'done') return { kind: 'page', to: donePath(order, { method, isOfPlan: is_subscription }) };
  if (next === 'failed') return { kind: 'page', to: failedPath(order) };
  const url = bankPageOf(state);
  return url === null ? { kind: 'relay' } : { kind: 'leave', url };
}

/** The page that shows an offer before it is ordered. */
export function confirmPath(checkout: string, plan = ''): string {
  return withPlan(`${paths.cartConfirm()}?checkout=${encodeURIComponent(checkout)}`, plan);
}

/** What somebody who came back from a bank without a login is told. */
export function resultKind({ next, failure }: PayResult): 'done' | 'failed' | 'checking' {
  if (next === 'done') return 'done';
  return next === 'failed' && failure !== 'unknown' ? 'failed' : 'checking';
}

/** The page on which the owner continues after only saving a card; `null`: an order was paid. */
export function cardPageOf(result: PayResult | null): string | null {
  const to = result?.to ?? '';
  return /^\/mypage\/[\w/-]*$/.test(to) ? to : null;
}
