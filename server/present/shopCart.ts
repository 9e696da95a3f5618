import type { z } from 'zod/mini';
import type { cartItemSchema, cartSchema, couponSchema } from '#contracts/shopCart.ts';
import type { Db } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import { type RecommendedBundle, recommendBundle } from '../domain/cart/recommend.ts';
import type { CartLine, CartView, ChosenCoupon } from '../domain/cart/view.ts';
import type { HeldCoupon, Verdict } from '../domain/coupon/judge.ts';
import { findProducts } from '../domain/product/find.ts';
import { mediaUrl } from './course.ts';

type CartBody = z.input<typeof cartSchema>;
type ItemBody = z.input<typeof cartItemSchema>;
type CouponBody = z.input<typeof couponSchema>;

/** Names of the things that coupons are for, by product id. */
export type TargetNames = ReadonlyMap<string, { name: string }>;

/** Reads the names of what these coupons are for. */
export function targetNames(db: Db, held: readonly HeldCoupon[], now: number): Promise<TargetNames> {
  return findProducts(db, [...new Set(held.flatMap(({ coupon }) => coupon.targets))], now);
}

/** A coupon for one person and their cart (product.md 2.1). */
export function presentCoupon(
  { held: { coupon }, verdict, isBest }: ChosenCoupon,
  names: TargetNames,
): CouponBody {
  return {
    id: coupon.id,
    code: coupon.code,
    name: coupon.name,
    description: coupon.description,
    discount_type: coupon.discountType,
    discount_value: coupon.discountValue,
    min_total: coupon.minTotal,
    targets: coupon.targets.flatMap((id) => {
      const product = names.get(id);
      return product ? [{ product_id: id, name: product.name }] : [];
    }),
    starts_at: coupon.startsAt?.toISOString() ?? null,
    expires_at: coupon.expiresAt?.toISOString() ?? null,
    remaining: coupon.remaining,
    ...presentVerdict(verdict),
    is_best: isBest,
  };
}

function presentVerdict({ status, reason, saving }: Verdict) {
  return { status, reason, saving };
}

/** A guest's cart has no rows: there the product ids are the ids of its items. */
function presentItem(deps: Deps, { item, product, warning }: CartLine, isGuest: boolean): ItemBody {
  return {
    id: isGuest ? product.id : item.id,
    product_id: product.id,
    product_type: product.type,
    name: product.name,
    thumbnail: mediaUrl(deps, product.thumbnail),
    unit_price: product.price,
    list_price: product.listPrice,
    access_days: product.accessDays,
    is_subscription: product.isSubscription,
    course: product.type === 'course' ? (product.courseIds[0] ?? null) : null,
    exam: product.exam?.id ?? null,
    contents: product.contents,
    warning,
  };
}

function presentBundle({ product, replaces }: RecommendedBundle): CartBody['bundle'] {
  return {
    product_id: product.id,
    name: product.name,
    price: product.price,
    list_price: product.listPrice,
    access_days: product.accessDays,
    contents: product.contents,
    replaces,
  };
}

/** A cart as its owner sees it. `db`: the transaction in which the view was made. */
export async function presentCart(db: Db, deps: Deps, view: CartView): Promise<CartBody> {
  const { userId, coupon, pricing } = view;
  const now = deps.clock.now();
  const names = await targetNames(db, coupon ? [coupon.held] : [], now);
  const products = view.lines.map(({ product }) => product);
  const bundle = await recommendBundle(db, { userId, products }, now);
  return {
    id: userId,
    version: view.version,
    items: view.lines.map((line) => presentItem(deps, line, userId === null)),
    coupon: coupon && presentCoupon(coupon, names),
    coupon_mode: view.couponMode,
    subtotal: pricing.subtotal,
    discount: pricing.discount,
    tax_included: pricing.tax,
    total: pricing.total,
    allowed_methods: view.methods,
    needs_guardian: view.needsGuardian,
    needs_contract_document: view.needsContract,
    notices: view.notices,
    bundle: bundle && presentBundle(bundle),
  };
}
