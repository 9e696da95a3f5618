/** What bundles.yaml, plans.yaml and coupons.yaml of a content pack may say (README of the folder). Strict, as formats.ts. */
import * as z from 'zod/mini';
import { couponCodePattern } from '#contracts/shopCart.ts';
import { planIntervals } from '#contracts/shopSubscription.ts';
import { isoTime } from '#contracts/wire.ts';
import { key, line, yen } from './formats.ts';
import { moment } from './moments.ts';

/** bundles.yaml: several courses at one price. */
export const bundlesFormat = z.array(
  z.strictObject({
    id: key,
    name: line(60),
    description: line(400),
    courses: z.array(key).check(z.minLength(2, '講座を2つ以上書いてください'), z.maxLength(20)),
    /** Yen, tax included. */
    price: yen,
    access_days: z.int().check(z.minimum(1), z.maximum(3650)),
    /** Last moment of the sale; without it the bundle is sold without an end. */
    sale_ends_at: z.optional(isoTime),
  }),
);

/** plans.yaml: courses that are open as long as the plan runs. */
export const plansFormat = z.array(
  z.strictObject({
    id: key,
    /** Of the plans of one family a person has one at a time, and one trial in a lifetime. */
    family: key,
    name: line(60),
    description: line(400),
    courses: z.array(key).check(z.minLength(1, '講座を1つ以上書いてください'), z.maxLength(200)),
    /** Yen, tax included, for one period. */
    price: z.int().check(z.minimum(1), z.maximum(1_000_000)),
    interval: z.enum(planIntervals),
    /** Free full days at the start. */
    trial_days: z._default(z.int().check(z.minimum(0), z.maximum(60)), 0),
    /** Last moment of the sale; without it the plan is sold without an end. */
    sale_ends_at: z.optional(isoTime),
  }),
);

/** coupons.yaml */
export const couponsFormat = z.array(
  z.strictObject({
    id: key,
    code: z
      .string()
      .check(z.regex(couponCodePattern, 'O・0・I・1 を除く英大文字と数字、6〜16文字で書いてください')),
    name: line(60),
    description: line(400),
    type: z.enum(['amount', 'percent', 'free']),
    /** Yen or per cent; `free` has none. */
    value: z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000))),
    /** Yen that the goods of this coupon must cost together at least. */
    min_total: z._default(yen, 0),
    /** What the coupon is for, ids of this pack; empty: everything. */
    courses: z._default(z.array(key), []),
    bundles: z._default(z.array(key), []),
    /** Everybody has the coupon; else only people who know the code. */
    is_public: z._default(z.boolean(), false),
    starts_at: z.optional(moment),
    expires_at: z.optional(moment),
    /** How many there are for everybody together; without it there is no limit. */
    issued: z.optional(z.int().check(z.minimum(0), z.maximum(1_000_000))),
  }),
);
