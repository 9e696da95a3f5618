import type { AddressInput } from '#contracts/accountSettings.ts';
import type { PayerInput } from '#contracts/shopCheckout.ts';
import type { OrderRow } from '../../db/schema/order.ts';
import type { Keys } from '../../keys.ts';
import { openSealed, sealValue } from './sealed.ts';

/**
 * The buyer, as the order keeps them for as long as the books are kept, even if the account is deleted (money.md 2).
 */
export type Buyer = {
  payer: PayerInput;
  /** Where its mails go. */
  email: string;
  /** How they are greeted; may be empty. */
  name: string;
  /** Where contract papers go by post; absent for an order without such papers, or from before they were asked. */
  address?: AddressInput;
};

/** The payer of an offer, as it is sealed with it. */
export type OfferPayer = PayerInput & Pick<Buyer, 'address'>;

export function sealBuyer(keys: Keys, buyer: Buyer): Promise<string> {
  return sealValue(keys, buyer);
}

/** Throws when it was sealed with another secret. */
export function openBuyer(keys: Keys, order: Pick<OrderRow, 'buyer'>): Promise<Buyer> {
  return openSealed<Buyer>(keys, order.buyer);
}
