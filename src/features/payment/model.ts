import type { Profile } from '#contracts/profile.ts';
import type { Cart, PayMethod } from '#contracts/shopCart.ts';
import { type CvsCode, cvsCodes, cvsLimits, type PayerInput } from '#contracts/shopCheckout.ts';
import type { OrderState, PayResult } from '#contracts/shopOrder.ts';
import { checkPayer, type PayerValues, payerFields, payerOf as payerFrom } from '#shared/form/payerRules.ts';
import type { FormErrors } from '#shared/form/useForm.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { bankPageOf } from '#shared/lib/shop/leaveForBank.ts';
import { withPlan } from './address.ts';
import { texts } from './texts.ts';

/** Ways of paying that a buyer chooses between, as they stand on the page. */
export const shownMethods = ['card', 'cvs', 'bank'] as const satisfies readonly PayMethod[];
export type ShownMethod = (typeof shownMethods)[number];

/**
 * Why a way cannot be taken for this sum, in words; `null`: it can (product.md 2.2.D). `taken`: what the server takes at
 * this moment; `null`: not known, then the offer tells.
 */
export function whyClosed(
  method: ShownMethod,
  { total, allowed_methods }: Cart,
  taken: readonly string[] | null = null,
): string | null {
  if (allowed_methods.includes(method))
    return taken === null || taken.includes(method) ? null : texts.method.paused;
  if (method === 'cvs' && total > cvsLimits.most) return texts.method.cvsMost(cvsLimits.most);
  if (method === 'cvs' && total < cvsLimits.least) return texts.method.cvsLeast(cvsLimits.least);
  return texts.method.closed;
}

/** The way that is chosen at first: what was chosen before if it still can be, else the first that can. */
export function firstMethod(cart: Cart, before: string): ShownMethod | '' {
  const open = shownMethods.filter((method) => whyClosed(method, cart) === null);
  return open.find((method) => method === before) ?? open[0] ?? '';
}

/** Somebody under 18 who has named no guardian that could be asked: that comes first (money.md 4.11). */
export function lacksGuardian(needsGuardian: boolean, { guardian }: Pick<Profile, 'guardian'>): boolean {
  return needsGuardian && (guardian === null || guardian.status === 'declined');
}

/** Nothing has to be paid. */
export function isFree({ total, items }: Cart): boolean {
  return total === 0 && items.length > 0;
}

/** Who pays, and what the way of paying needs. */
export type DetailValues = PayerValues & { 'payer.kind': PayerInput['kind'] };

/** What is kept of the form for a day: never anything of a card. */
export const keptDetails = ['payer.kind', ...payerFields.slice(0, 6)] as const;

type Person = Omit<PayerValues, 'cvs_code' | 'card'>;

/** What the profile knows of who pays. A guardian's name is one text: it is taken apart where it has one blank. */
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

/** What the form begins with: what was typed before, else what the profile knows. */
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

/** What is wrong with the form. The card is judged in its frame. */
export function checkDetails(values: DetailValues, method: PayMethod): FormErrors<DetailValues> {
  return checkPayer(values, method, texts.details);
}

/** What is sent of it, of a form without mistakes. */
export function payerOf(values: DetailValues): PayerInput {
  return payerFrom(values['payer.kind'], values);
}

/** The chain that was chosen, as the wire names it. */
export function storeOf(values: DetailValues): CvsCode | undefined {
  return cvsCodes.find((code) => code === values.cvs_code);
}

/** How long before its end the end of an offer is told, ms (money.md 6). */
export const warnBeforeMs = 5 * 60_000;

/** Where an offer is in its time. `at`: by the server's clock, epoch ms. */
export function offerAge(expiresAt: number | null, at: number): 'good' | 'ending' | 'over' {
  if (expiresAt === null) return 'good';
  if (at >= expiresAt) return 'over';
  return at >= expiresAt - warnBeforeMs ? 'ending' : 'good';
}

/** Where a buyer goes by how their order stands. `relay`: stays and asks again. */
export type Way = { kind: 'page'; to: string } | { kind: 'leave'; url: string } | { kind: 'relay' };

const withOrder = (path: string, order: string) => `${path}?order=${encodeURIComponent(order)}`;

/** Page of an order that is settled, or whose payment waits for a store or a bank. */
function donePage({ order, method, is_subscription }: OrderState): string {
  if (is_subscription) return withOrder(paths.paymentCompleteSubscribe(), order);
  if (method === 'card') return withOrder(paths.paymentCompleteCredit(), order);
  return withOrder(method === 'bank' ? paths.paymentCompleteBank() : paths.paymentComplete(), order);
}

/** Where a buyer goes by how their order stands. */
export function wayOf(state: OrderState): Way {
  if (state.next === 'done') return { kind: 'page', to: donePage(state) };
  if (state.next === 'failed') return { kind: 'page', to: withOrder(paths.paymentError(), state.order) };
  const url = bankPageOf(state);
  return url === null ? { kind: 'relay' } : { kind: 'leave', url };
}

/** The page that takes an order through its payment. */
export function relayPath(order: string): string {
  return withOrder(paths.paymentRelay(), order);
}

/** The page that shows an offer before it is ordered. */
export function confirmPath(checkout: string, plan = ''): string {
  return withPlan(`${paths.cartConfirm()}?checkout=${encodeURIComponent(checkout)}`, plan);
}

/** What who came back from a bank without a login is told. */
export function resultKind({ next, failure }: PayResult): 'done' | 'failed' | 'checking' {
  if (next === 'done') return 'done';
  return next === 'failed' && failure !== 'unknown' ? 'failed' : 'checking';
}

/** The page on which the owner of a card that was only to be kept goes on; `null`: it is an order that was paid. */
export function cardPageOf(result: PayResult | null): string | null {
  const to = result?.to ?? '';
  return /^\/mypage\/[\w/-]*$/.test(to) ? to : null;
}
