/** Changes of a member's cart: each runs under the cart's lock and raises its version (money.md 4.1). */
import { type CartNotice, cartLimit } from '#contracts/shopCart.ts';
import type { Tx } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import { type HeldCoupon, judgeCoupon } from '../coupon/judge.ts';
import { keepInWallet } from '../coupon/store.ts';
import { findProduct, type Product, parseProductId } from '../product/find.ts';
import { ownedIn, readOwned } from '../product/owned.ts';
import { couponLine } from './price.ts';
import { type CartChange, changeCart, lockCart, readCart, type StoredCart } from './store.ts';
import { type CartView, leftOutTexts, viewCart, whyNot } from './view.ts';

const refusals = {
  unknown: { code: 'not_on_sale', detail: '取り扱いのない商品です。' },
  ended: { code: 'not_on_sale', detail: '販売を終了しました。' },
  owned: { code: 'already_owned', detail: 'この講座は購入済みです。' },
  full: { code: 'cart_full', detail: leftOutTexts.full },
  mixed: { code: 'mixed_subscription', detail: leftOutTexts.mixed },
  entry: {
    code: 'entry_required',
    detail: '先に、模試の申し込みの入力(基本情報・志望校・受験環境)を済ませてください。',
  },
} as const;

function refuse(reason: keyof typeof refusals, productId = ''): ApiError {
  const { code, detail } = refusals[reason];
  const isFee = reason === 'owned' && parseProductId(productId)?.type === 'mockexam';
  return new ApiError(409, code, isFee ? 'この模試の受験料は、お支払い済みです。' : detail);
}

type Locked = { cart: StoredCart; view: CartView };

async function lockedView(tx: Tx, deps: Deps, userId: number): Promise<Locked> {
  const cart = await lockCart(tx, userId, deps.clock.now());
  return { cart, view: await viewCart(tx, deps, cart) };
}

/** What every change does besides: products that cannot be bought any more are removed, and prices count as seen. */
function settling({ cart, view }: Locked): CartChange {
  const seen = view.lines.flatMap(({ item, product }) =>
    item.seenPrice === product.price ? [] : [{ id: item.id, price: product.price }],
  );
  const { couponId, couponMode } = cart;
  return {
    removed: view.gone,
    added: [],
    seen,
    coupon: { couponId, couponMode },
    version: view.version + 1,
  };
}

/** Stores a change and answers the new cart, with what had happened to it before. */
async function store(tx: Tx, deps: Deps, locked: Locked, change: Partial<CartChange>): Promise<CartView> {
  const { userId } = locked.cart;
  const base = settling(locked);
  const removed = [...base.removed, ...(change.removed ?? [])];
  await changeCart(tx, userId, { ...base, ...change, removed }, deps.clock.now());
  const view = await viewCart(tx, deps, await readCart(tx, userId));
  return { ...view, notices: locked.view.notices };
}

/** Somebody's cart, locked: what a checkout freezes. */
export async function lockForCheckout(tx: Tx, deps: Deps, userId: number): Promise<CartView> {
  return (await lockedView(tx, deps, userId)).view;
}

type Judged = { product: Product } | { reason: keyof typeof refusals; name: string };

async function judgeProduct(tx: Tx, deps: Deps, userId: number, productId: string): Promise<Judged> {
  if (parseProductId(productId)?.type === 'plan') return { reason: 'mixed', name: '定期購入' };
  const now = deps.clock.now();
  const product = await findProduct(tx, productId, now);
  const owned = product && ownedIn(await readOwned(tx, userId, [product], now), product);
  const reason = whyNot(product ?? undefined, owned);
  return product && !reason ? { product } : { reason: reason ?? 'unknown', name: product?.name ?? '商品' };
}

/**
 * Puts a product into the cart; one that is there already stays as it is.
 *
 * @throws 409 `cart_full`, `already_owned`, `not_on_sale`, `mixed_subscription`, `entry_required`
 */
export async function addToCart(tx: Tx, deps: Deps, userId: number, productId: string): Promise<CartView> {
  const locked = await lockedView(tx, deps, userId);
  if (locked.view.lines.some(({ product }) => product.id === productId)) return locked.view;
  const judged = await judgeProduct(tx, deps, userId, productId);
  if ('reason' in judged) throw refuse(judged.reason, productId);
  if (locked.view.lines.length >= cartLimit) throw refuse('full');
  const { id, price } = judged.product;
  return store(tx, deps, locked, { added: [{ productId: id, price }] });
}

/** Takes a row out of the cart; one that is not there (any more) leaves it as it is. */
export async function removeFromCart(tx: Tx, deps: Deps, userId: number, itemId: number): Promise<CartView> {
  const locked = await lockedView(tx, deps, userId);
  if (!locked.view.lines.some(({ item }) => item.id === itemId)) return locked.view;
  return store(tx, deps, locked, { removed: [itemId] });
}

export type Merged = { view: CartView; added: string[]; leftOut: CartNotice[] };

/**
 * Merges a guest's cart into a member's: the member's products come first, then the guest's in their order while there
 * is room. A repeated call finds everything there and changes nothing (money.md 4.1). `coupon`: the guest's choice; it
 * goes into the wallet, and is used unless the member has chosen another.
 */
export async function mergeIntoCart(
  tx: Tx,
  deps: Deps,
  userId: number,
  guest: { productIds: readonly string[]; coupon: HeldCoupon | null },
): Promise<Merged> {
  const locked = await lockedView(tx, deps, userId);
  const has = new Set(locked.view.lines.map(({ product }) => product.id));
  const added: { productId: string; price: number }[] = [];
  const leftOut: CartNotice[] = [];
  for (const productId of new Set(guest.productIds)) {
    if (has.has(productId)) continue;
    const judged = await judgeProduct(tx, deps, userId, productId);
    const reason = 'reason' in judged ? judged.reason : has.size >= cartLimit ? 'full' : null;
    if (reason !== null) {
      const name = 'reason' in judged ? judged.name : judged.product.name;
      leftOut.push({ product_id: productId, name, reason, detail: leftOutTexts[reason] });
    } else if ('product' in judged) {
      has.add(productId);
      added.push({ productId, price: judged.product.price });
    }
  }
  const { cart } = locked;
  const takesCoupon = guest.coupon !== null && cart.couponMode !== 'manual';
  if (guest.coupon) await keepInWallet(tx, userId, guest.coupon.coupon.id, deps.clock.now());
  if (added.length === 0 && !takesCoupon) return { view: locked.view, added: [], leftOut };
  const coupon = takesCoupon
    ? { couponId: guest.coupon?.coupon.id ?? null, couponMode: 'manual' as const }
    : { couponId: cart.couponId, couponMode: cart.couponMode };
  const view = await store(tx, deps, locked, { added, coupon });
  return { view, added: added.map(({ productId }) => productId), leftOut };
}

/**
 * Uses a coupon on the cart from now on.
 *
 * @throws 409 with the code and the sentence that say why the coupon cannot be used on this cart
 */
export async function chooseCoupon(tx: Tx, deps: Deps, userId: number, held: HeldCoupon): Promise<CartView> {
  const locked = await lockedView(tx, deps, userId);
  const products = locked.view.lines.map(({ product }) => couponLine(product));
  const { code, reason } = judgeCoupon(held, products, deps.clock.now());
  if (code !== null) throw new ApiError(409, code, reason);
  await keepInWallet(tx, userId, held.coupon.id, deps.clock.now());
  const coupon = { couponId: held.coupon.id, couponMode: 'manual' as const };
  return store(tx, deps, locked, { coupon });
}

/** The member wants no coupon: from now until the next order none is chosen automatically. */
export async function removeCoupon(tx: Tx, deps: Deps, userId: number): Promise<CartView> {
  const locked = await lockedView(tx, deps, userId);
  if (locked.cart.couponMode === 'none') return locked.view;
  return store(tx, deps, locked, { coupon: { couponId: null, couponMode: 'none' } });
}
