import * as z from 'zod/mini';
import { pageOf } from './page.ts';
import { count, flag, id, idOrNull, list, numberOrNull, orNull, text, textOrNull } from './wire.ts';

/**
 * What can be sold (product.md 2.1 Cart): a course, a bundle of courses at one price, a plan that renews itself, or the
 * place in a mock exam with a fee.
 */
export const productTypes = ['course', 'bundle', 'plan', 'mockexam'] as const;
export type ProductType = (typeof productTypes)[number];

/** Name of a product, the same everywhere: `course-12`, `bundle-3`, `plan-1`, `mockexam-2`. */
export const productIdPattern = /^(course|bundle|plan|mockexam)-[1-9]\d{0,8}$/;
/** A product as the caller names it; strict. */
export const productIdField = z.string().check(z.regex(productIdPattern));

/** The name of a course as a product. */
export function courseProduct(courseId: string | number): string {
  return `course-${courseId}`;
}

/** The name of an exam's fee as a product. */
export function examProduct(examId: string | number): string {
  return `mockexam-${examId}`;
}

/** Most products in a cart (product.md 3.9 item 2). */
export const cartLimit = 10;
/** Code of a coupon: capital letters and digits without O, 0, I and 1 (product.md 3.9 item 2). */
export const couponCodePattern = /^[A-HJ-NP-Z2-9]{6,16}$/;

/** How an order is paid; `none`: there is nothing to pay. */
export const payMethods = ['card', 'cvs', 'bank', 'none'] as const;
export type PayMethod = (typeof payMethods)[number];

/** Why a product was removed from the cart, or not taken into it. */
export const leftOutReasons = ['ended', 'owned', 'full', 'mixed', 'unknown', 'entry'] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/** One product in a cart, at the current price. Yen, tax included. */
export const cartItemSchema = z.object({
  /** Id of the row; in a guest's cart the name of the product. */
  id,
  product_id: id,
  product_type: text,
  name: text,
  thumbnail: textOrNull,
  unit_price: count,
  list_price: numberOrNull,
  /** Days of access from the payment on; `null`: while the plan runs, or the exam has its own time. */
  access_days: numberOrNull,
  is_subscription: flag,
  /** The course whose page describes it; `null` if it is not one course. */
  course: idOrNull,
  /** The exam whose fee it is; `null` for everything else. */
  exam: idOrNull,
  /** Names of the contents of a bundle or a plan. */
  contents: list(text),
  /** A sentence about it that can be shown, for example about a changed price. */
  warning: textOrNull,
});
export type CartItem = z.output<typeof cartItemSchema>;

/** Something that the server changed in a cart: the product, and why. `detail` can be shown. */
export const cartNoticeSchema = z.object({
  product_id: id,
  name: text,
  /** One of `leftOutReasons`, or `price`. */
  reason: text,
  detail: text,
});
export type CartNotice = z.output<typeof cartNoticeSchema>;

/** A bundle offered beside a cart (product.md 2.2.D). Yen, tax included. */
export const cartBundleSchema = z.object({
  product_id: id,
  name: text,
  price: count,
  /** The price of its courses bought one by one. */
  list_price: numberOrNull,
  access_days: numberOrNull,
  contents: list(text),
  /** Products of the cart that are in it. */
  replaces: list(id),
});
export type CartBundle = z.output<typeof cartBundleSchema>;

/** States of a coupon for one person (product.md 2.1 Coupon). */
export const couponStatuses = ['usable', 'not_applicable', 'used', 'expired'] as const;

export const couponSchema = z.object({
  id,
  code: text,
  name: text,
  description: text,
  /** `amount` (yen), `percent`, `free`. */
  discount_type: text,
  discount_value: count,
  /** Minimum total in yen of the goods it applies to; 0: none. */
  min_total: count,
  /** Products it applies to; empty: all. */
  targets: list(z.object({ product_id: id, name: text })),
  starts_at: textOrNull,
  expires_at: textOrNull,
  /** Remaining uses by all people together; `null`: no limit. */
  remaining: numberOrNull,
  /** One of `couponStatuses`, for this person and their cart. */
  status: text,
  /** Why it cannot be used, a sentence; empty if it can. */
  reason: text,
  /** Discount on the cart in yen; `null`: it cannot be used on this cart. */
  saving: numberOrNull,
  is_best: flag,
});
export type Coupon = z.output<typeof couponSchema>;

/** GET /api/shop/coupon/: the wallet. */
export const couponPageSchema = pageOf(couponSchema);
export type CouponPage = z.output<typeof couponPageSchema>;

/** GET /api/shop/cart/, the answer to every change of it, and GET /api/shop/quote/ for a guest (money.md 4.1). */
export const cartSchema = z.object({
  /** `null`: the cart of a guest, which exists only on their device. */
  id: idOrNull,
  /** Changes with every change of the cart. */
  version: count,
  items: list(cartItemSchema),
  coupon: orNull(couponSchema),
  /** `auto`: the best one is chosen automatically; `manual`: chosen by the buyer; `none`: the buyer wants none. */
  coupon_mode: text,
  subtotal: count,
  discount: count,
  /** Consumption tax within the total. */
  tax_included: count,
  total: count,
  /** Of `payMethods`. */
  allowed_methods: list(text),
  /** The buyer is under 18: a guardian has to confirm the order. */
  needs_guardian: flag,
  /** Contract papers must be handed over first (money.md 4.18). */
  needs_contract_document: flag,
  notices: list(cartNoticeSchema),
  /** A bundle that would replace some of the items; `null`: no bundle saves money. */
  bundle: orNull(cartBundleSchema),
});
export type Cart = z.output<typeof cartSchema>;

/** POST /api/shop/cart/item/ */
export const cartItemInputSchema = z.object({ product_id: productIdField });

/** POST /api/shop/cart/merge/: the cart a guest had on the device. Sending it twice changes nothing more. */
export const cartMergeInputSchema = z.object({
  items: z.array(productIdField).check(z.maxLength(50)),
  coupon_code: z.optional(z.nullable(z.string().check(z.maxLength(32)))),
});
export const cartMergeSchema = z.object({
  cart: cartSchema,
  added: list(id),
  left_out: list(cartNoticeSchema),
});
export type CartMerge = z.output<typeof cartMergeSchema>;

const couponCodeField = z.string().check(z.maxLength(64));
/** PUT /api/shop/cart/coupon/: by its number or its code. */
export const cartCouponInputSchema = z.union([
  z.object({ coupon_id: z.union([z.string().check(z.regex(/^[1-9]\d{0,8}$/)), z.number()]) }),
  z.object({ code: couponCodeField }),
]);
/** POST /api/shop/coupon/claim/ */
export const couponClaimInputSchema = z.object({ code: couponCodeField });

/** A code as it is compared. Full width, lower case, blanks and hyphens do not matter. */
export function tidyCouponCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\-‐−ー]/g, '');
}
