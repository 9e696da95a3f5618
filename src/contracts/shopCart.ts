import * as z from 'zod/mini';
import { pageOf } from './page.ts';
import { count, flag, id, idOrNull, list, numberOrNull, orNull, text, textOrNull } from './wire.ts';

/**
 * What can be sold (product.md 2.1 Cart): a course, several courses at one price, a plan that renews itself, or the place
 * in a mock exam with a fee.
 */
export const productTypes = ['course', 'bundle', 'plan', 'mockexam'] as const;
export type ProductType = (typeof productTypes)[number];

/** Name of something that is sold, everywhere: `course-12`, `bundle-3`, `plan-1`, `mockexam-2`. */
export const productIdPattern = /^(course|bundle|plan|mockexam)-[1-9]\d{0,8}$/;
/** A product named by who asks; strict. */
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

/** Why a product is not in the cart any more, or was not taken into it. */
export const leftOutReasons = ['ended', 'owned', 'full', 'mixed', 'unknown', 'entry'] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/** One product in a cart, at the price of now. Yen, tax included. */
export const cartItemSchema = z.object({
  /** Of the row; for a guest's cart the product itself. */
  id,
  product_id: id,
  product_type: text,
  name: text,
  thumbnail: textOrNull,
  unit_price: count,
  list_price: numberOrNull,
  /** Days of access from the payment on; `null`: as long as the plan runs, or an exam has its own time. */
  access_days: numberOrNull,
  is_subscription: flag,
  /** The course to read about; `null` for what is not one course. */
  course: idOrNull,
  /** The exam whose fee it is; `null` for everything else. */
  exam: idOrNull,
  /** Names of what is in it, for a bundle or a plan. */
  contents: list(text),
  /** A sentence about it that can be shown, for example that its price has changed. */
  warning: textOrNull,
});
export type CartItem = z.output<typeof cartItemSchema>;

/** What happened to a cart by itself: what was taken out, and why. `detail` can be shown. */
export const cartNoticeSchema = z.object({
  product_id: id,
  name: text,
  /** One of `leftOutReasons`, or `price`. */
  reason: text,
  detail: text,
});
export type CartNotice = z.output<typeof cartNoticeSchema>;

/** A bundle that is offered beside a cart (product.md 2.2.D). Yen, tax included. */
export const cartBundleSchema = z.object({
  product_id: id,
  name: text,
  price: count,
  /** What its courses cost one by one. */
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
  /** Yen that the goods it is for must cost together; 0: any. */
  min_total: count,
  /** What it is for; empty: everything. */
  targets: list(z.object({ product_id: id, name: text })),
  starts_at: textOrNull,
  expires_at: textOrNull,
  /** How often it can still be used by everybody together; `null`: no limit. */
  remaining: numberOrNull,
  /** One of `couponStatuses`, for this person and their cart. */
  status: text,
  /** Why it cannot be used, a sentence; empty: it can. */
  reason: text,
  /** Yen that it takes off the cart; `null`: it cannot be used on it. */
  saving: numberOrNull,
  is_best: flag,
});
export type Coupon = z.output<typeof couponSchema>;

/** GET /api/shop/coupon/: the wallet. */
export const couponPageSchema = pageOf(couponSchema);
export type CouponPage = z.output<typeof couponPageSchema>;

/** GET /api/shop/cart/ and what every change of it answers; also GET /api/shop/quote/ for a guest (money.md 4.1). */
export const cartSchema = z.object({
  /** `null`: a guest's, which only their device has. */
  id: idOrNull,
  /** Changes with every change of the cart. */
  version: count,
  items: list(cartItemSchema),
  coupon: orNull(couponSchema),
  /** `auto`: the best one is chosen by itself; `manual`: chosen by the buyer; `none`: the buyer wants none. */
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
  /** Papers about the contract have to be handed over first (money.md 4.18). */
  needs_contract_document: flag,
  notices: list(cartNoticeSchema),
  /** Several courses at one price in the place of some of the items; `null`: none is worth it. */
  bundle: orNull(cartBundleSchema),
});
export type Cart = z.output<typeof cartSchema>;

/** POST /api/shop/cart/item/ */
export const cartItemInputSchema = z.object({ product_id: productIdField });

/** POST /api/shop/cart/merge/: what a guest had on the device. Sent twice, it changes nothing more. */
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

/** A code as it is compared, however it was typed: full width, small letters, blanks and hyphens. */
export function tidyCouponCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\-‐−ー]/g, '');
}
