/**
 * What is sold, what somebody considers buying, and the offer that is frozen before an order (money.md 2). Integer yen,
 * tax included. Products of courses are the courses themselves; bundles and coupons come from content packs.
 */
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import type { PayMethod, ProductType } from '#contracts/shopCart.ts';
import type { ConfirmBlock, CvsCode, PayerInput } from '#contracts/shopCheckout.ts';
import type { PlanInterval } from '#contracts/shopSubscription.ts';
import { users } from './accounts.ts';
import { courses, packs } from './catalog.ts';

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
const rowId = () => integer('id').primaryKey().generatedAlwaysAsIdentity();

/** Several courses at one price. A withdrawn bundle is off sale; its buyers keep the courses. */
export const bundles = pgTable(
  'bundles',
  {
    id: rowId(),
    key: text('key').notNull().unique(),
    pack: text('pack')
      .notNull()
      .references(() => packs.key),
    name: text('name').notNull(),
    description: text('description').notNull(),
    /** Yen, tax included. */
    price: integer('price').notNull(),
    accessDays: integer('access_days').notNull(),
    saleEndsAt: time('sale_ends_at'),
    modified: time('modified').notNull(),
    withdrawn: time('withdrawn'),
  },
  (table) => [index('bundles_pack').on(table.pack), check('bundles_price', sql`${table.price} >= 0`)],
);
export type BundleRow = typeof bundles.$inferSelect;

export const bundleCourses = pgTable(
  'bundle_courses',
  {
    bundleId: integer('bundle_id')
      .notNull()
      .references(() => bundles.id, { onDelete: 'cascade' }),
    courseId: integer('course_id')
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    order: integer('order').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.bundleId, table.courseId] }),
    index('bundle_courses_course_id').on(table.courseId),
  ],
);

/** Coupons of the packs. `isPublic`: everybody has it in the wallet; else only people who have entered its code. */
export const coupons = pgTable(
  'coupons',
  {
    id: rowId(),
    key: text('key').notNull().unique(),
    pack: text('pack')
      .notNull()
      .references(() => packs.key),
    code: text('code').notNull().unique(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    discountType: text('discount_type').$type<'amount' | 'percent' | 'free'>().notNull(),
    /** Yen or percent; 0 for `free`. */
    discountValue: integer('discount_value').notNull(),
    minTotal: integer('min_total').notNull().default(0),
    /** Products it is for (`course-1`, …); empty: everything but plans. */
    targets: jsonb('targets').$type<string[]>().notNull().default([]),
    isPublic: boolean('is_public').notNull().default(false),
    startsAt: time('starts_at'),
    expiresAt: time('expires_at'),
    /** How many exist in total; `null`: no limit. */
    issued: integer('issued'),
    /** How many of them nobody has reserved or used yet. */
    remaining: integer('remaining'),
    modified: time('modified').notNull(),
    withdrawn: time('withdrawn'),
  },
  (table) => [
    index('coupons_pack').on(table.pack),
    check('coupons_remaining', sql`${table.remaining} is null or ${table.remaining} >= 0`),
  ],
);
export type CouponRow = typeof coupons.$inferSelect;

/** Coupons that somebody has taken into their wallet by the code. */
export const couponWallets = pgTable(
  'coupon_wallets',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    couponId: integer('coupon_id')
      .notNull()
      .references(() => coupons.id, { onDelete: 'cascade' }),
    created: time('created').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.couponId] }),
    index('coupon_wallets_coupon_id').on(table.couponId),
  ],
);

/** The cart of a member; a guest's is on the device only. `version` goes up with every change. */
export const carts = pgTable('carts', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  version: integer('version').notNull().default(0),
  couponId: integer('coupon_id').references(() => coupons.id, { onDelete: 'set null' }),
  couponMode: text('coupon_mode').$type<'auto' | 'manual' | 'none'>().notNull().default('auto'),
  modified: time('modified').notNull(),
});
export type CartRow = typeof carts.$inferSelect;

export const cartItems = pgTable(
  'cart_items',
  {
    id: rowId(),
    userId: integer('user_id')
      .notNull()
      .references(() => carts.userId, { onDelete: 'cascade' }),
    productId: text('product_id').notNull(),
    /** Its price when it was put in, to tell the buyer when the price has changed. */
    seenPrice: integer('seen_price').notNull(),
    created: time('created').notNull(),
  },
  (table) => [unique('cart_items_product').on(table.userId, table.productId)],
);

/** One thing of a frozen offer, with its price at that moment. */
export type FrozenItem = {
  productId: string;
  type: ProductType;
  name: string;
  /** The courses it opens. */
  courses: number[];
  unitPrice: number;
  discountShare: number;
  paid: number;
  /** Percent of consumption tax inside. */
  rate: number;
  /** `null`: as long as the plan runs. */
  accessDays: number | null;
};

/** The terms of a plan as it is offered. */
export type PlanTerms = {
  id: number;
  family: string;
  /** Yen of one period. */
  price: number;
  interval: PlanInterval;
  /** Free full days at the start, for people who may have them; 0: none. */
  trialDays: number;
};

/** What was frozen: everything that the order will say. */
export type Snapshot = {
  items: FrozenItem[];
  couponId: number | null;
  couponName: string | null;
  subtotal: number;
  discount: number;
  total: number;
  /** Tax by rate, in the order of the rates. */
  taxes: { rate: number; total: number; tax: number }[];
  method: PayMethod;
  cvsCode: CvsCode | null;
  cardId: number | null;
  card: { brand: string; last4: string } | null;
  saveCard: boolean;
  /** The plan that is bought, or `null`. */
  planId: number | null;
  plan?: PlanTerms;
  /** The first days are free. */
  isTrial: boolean;
  needsGuardian: boolean;
  /**
   * The guardian agreed beforehand by their limit of this many yen a month (money.md 4.11); absent: the guardian is
   * asked.
   */
  guardianLimit?: number | null;
  /** Papers about the contract are filed with the order (money.md 4.18). */
  needsPapers: boolean;
};

/**
 * An offer that is valid for 25 minutes (money.md 4.3). It never changes, except that the card's token is taken out.
 */
export const checkouts = pgTable(
  'checkouts',
  {
    id: uuid('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    cartVersion: integer('cart_version'),
    snapshot: jsonb('snapshot').$type<Snapshot>().notNull(),
    confirmText: jsonb('confirm_text').$type<ConfirmBlock[]>().notNull(),
    confirmHash: text('confirm_hash').notNull(),
    /** `OfferPayer` (domain/order/buyer.ts), sealed. */
    payer: text('payer').notNull(),
    /** The card's token, sealed; `null`: none, already sent, or too old. */
    token: text('token'),
    /** When the token was requested. */
    tokenAt: time('token_at'),
    expires: time('expires').notNull(),
    created: time('created').notNull(),
  },
  (table) => [index('checkouts_user_id').on(table.userId), index('checkouts_created').on(table.created)],
);
export type CheckoutRow = typeof checkouts.$inferSelect;
export type Payer = PayerInput;
