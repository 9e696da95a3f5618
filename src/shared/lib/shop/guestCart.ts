import { now } from '../time/clock.ts';
import { productsIn, readGlance, writeGlance } from './glance.ts';

/** What a guest has put aside: products and the code of a coupon. What they cost is always asked for. */
export type GuestCart = { items: readonly string[]; coupon: string | null };

/** Most products in a cart, as in the contract. */
export const mostInCart = 10;
/** How long a cart that nobody touches is kept (product.md 3.9.2), ms. */
const keptForMs = 30 * 24 * 60 * 60 * 1000;
/** Form of what is stored; another form counts as nothing. */
const version = 1;

const empty: GuestCart = { items: [], coupon: null };

/**
 * The cart of a guest, which only this device has (money.md 4.1). Whatever lies there, this answers a cart: what cannot be
 * read, or is too old, is an empty one.
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

/** Puts a product into a guest's cart; one that is there already stays. @returns `full`: there is no room for it. */
export function addToGuestCart(product: string): 'in' | 'full' {
  const cart = readGuestCart();
  if (cart.items.includes(product)) return 'in';
  if (cart.items.length >= mostInCart) return 'full';
  write({ ...cart, items: [...cart.items, product] });
  return 'in';
}

/** Takes products out of a guest's cart. */
export function removeFromGuestCart(products: readonly string[]): void {
  const cart = readGuestCart();
  if (!cart.items.some((item) => products.includes(item))) return;
  write({ ...cart, items: cart.items.filter((item) => !products.includes(item)) });
}

/** Notes the coupon that a guest wants to use; `null`: none. */
export function setGuestCoupon(coupon: string | null): void {
  const cart = readGuestCart();
  if (cart.coupon !== coupon) write({ ...cart, coupon });
}

/**
 * Takes out what the server has got by now. Not all there is: another tab may have put something in meanwhile.
 *
 * @param sent what the server has answered for.
 */
export function forgetMerged(sent: GuestCart): void {
  const cart = readGuestCart();
  write({
    items: cart.items.filter((item) => !sent.items.includes(item)),
    coupon: cart.coupon === sent.coupon ? null : cart.coupon,
  });
}
