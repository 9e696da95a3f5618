import { now } from '../time/clock.ts';
import { productsIn, readGlance, writeGlance } from './glance.ts';

/** A guest's cart: products and the code of a coupon. Prices are always requested. */
export type GuestCart = { items: readonly string[]; coupon: string | null };

/** Maximum number of products in a cart, as in the contract. */
export const mostInCart = 10;
/** A cart is kept this long after its last change (product.md 3.9.2), ms. */
const keptForMs = 30 * 24 * 60 * 60 * 1000;
/** Version of the stored form; another version counts as an empty cart. */
const version = 1;

const empty: GuestCart = { items: [], coupon: null };

/**
 * The cart of a guest, which exists only on this device (money.md 4.1). It always answers a cart: if the stored text is
 * unreadable or too old, an empty one.
 */
export function readGuestCart(): GuestCart {
  try {
    const stored = JSON.parse(readGlance('') || 'null');
    const isOurs = stored?.v === version && Array.isArray(stored.items);
    if (!isOurs || !(now() - stored.at < keptForMs)) return empty;
    const items = stored.items.filter(
      (item: unknown) => typeof item === 'string' && productsIn(item)[0] === item,
    );
    return {
      items: [...new Set<string>(items)].slice(0, mostInCart),
      coupon: typeof stored.coupon === 'string' && stored.coupon !== '' ? stored.coupon : null,
    };
  } catch {
    return empty;
  }
}

function write({ items, coupon }: GuestCart): void {
  const isEmpty = items.length === 0 && coupon === null;
  writeGlance('', isEmpty ? '' : JSON.stringify({ v: version, at: now(), items, coupon }));
}

/**
 * Adds a product to a guest's cart; a product that is already there stays. @returns `full`: there is no room for it.
 */
export function addToGuestCart(product: string): 'in' | 'full' {
  const cart = readGuestCart();
  if (cart.items.includes(product)) return 'in';
  if (cart.items.length >= mostInCart) return 'full';
  write({ ...cart, items: [...cart.items, product] });
  return 'in';
}

/** Removes products from a guest's cart. */
export function removeFromGuestCart(products: readonly string[]): void {
  const cart = readGuestCart();
  if (!cart.items.some((item) => products.includes(item))) return;
  write({ ...cart, items: cart.items.filter((item) => !products.includes(item)) });
}

/** Stores the coupon that a guest wants to use; `null`: none. */
export function setGuestCoupon(coupon: string | null): void {
  const cart = readGuestCart();
  if (cart.coupon !== coupon) write({ ...cart, coupon });
}

/**
 * Removes what the server now has. Not everything, because another tab may have added something in the meantime.
 *
 * @param sent the cart that the server has confirmed.
 */
export function forgetMerged(sent: GuestCart): void {
  const cart = readGuestCart();
  write({
    items: cart.items.filter((item) => !sent.items.includes(item)),
    coupon: cart.coupon === sent.coupon ? null : cart.coupon,
  });
}
