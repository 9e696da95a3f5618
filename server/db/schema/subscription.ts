/**
 * Kept cards, and contracts that renew themselves (money.md 2). Rows outlive the account, as orders do: then `user_id`
 * is null. Plans come from content packs. Days are days in Japan, `YYYY-MM-DD`.
 */
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { PayFailure } from '#contracts/shopOrder.ts';
import type { PlanInterval } from '#contracts/shopSubscription.ts';
import { users } from './accounts.ts';
import { courses, packs } from './catalog.ts';
import { orders } from './order.ts';

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
const rowId = () => integer('id').primaryKey().generatedAlwaysAsIdentity();

/**
 * Courses that are open as long as somebody pays for them. A withdrawn plan is off sale; people who have it keep it.
 */
export const plans = pgTable(
  'plans',
  {
    id: rowId(),
    key: text('key').notNull().unique(),
    pack: text('pack')
      .notNull()
      .references(() => packs.key),
    /** Of the plans of one family a person has one at a time, and one trial in a lifetime. */
    family: text('family').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    /** Yen, tax included, for one period. */
    price: integer('price').notNull(),
    interval: text('interval').$type<PlanInterval>().notNull(),
    /** Free full days at the start; 0: none. */
    trialDays: integer('trial_days').notNull(),
    saleEndsAt: time('sale_ends_at'),
    modified: time('modified').notNull(),
    withdrawn: time('withdrawn'),
  },
  (table) => [
    index('plans_pack').on(table.pack),
    check('plans_price', sql`${table.price} > 0`),
    check('plans_trial_days', sql`${table.trialDays} >= 0`),
  ],
);
export type PlanRow = typeof plans.$inferSelect;

export const planCourses = pgTable(
  'plan_courses',
  {
    planId: integer('plan_id')
      .notNull()
      .references(() => plans.id, { onDelete: 'cascade' }),
    courseId: integer('course_id')
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    order: integer('order').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.planId, table.courseId] }),
    index('plan_courses_course_id').on(table.courseId),
  ],
);

/** The name under which the gateway keeps the cards of a person: random, so that it reveals nothing. */
export const cardMembers = pgTable('card_members', {
  memberId: text('member_id').primaryKey(),
  userId: integer('user_id')
    .unique()
    .references(() => users.id, { onDelete: 'set null' }),
  created: time('created').notNull(),
  /** When the gateway had registered it; `null`: not for certain. */
  made: time('made'),
});

/**
 * States of a card. `checking` its bank checks it · `challenged` its owner is at the bank's page · `keeping` the check
 * passed, the gateway is asked to store it · `active` · `failed` · `deleting` · `deleted` · `proved` its owner has
 * authenticated with a card that is stored already.
 */
export type CardRowState =
  | 'checking'
  | 'challenged'
  | 'keeping'
  | 'active'
  | 'failed'
  | 'deleting'
  | 'deleted'
  | 'proved';

/** A card that the gateway stores, or is about to store (money.md 4.14a). Never its number. */
export const cards = pgTable(
  'cards',
  {
    id: rowId(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    memberId: text('member_id')
      .notNull()
      .references(() => cardMembers.memberId, { onDelete: 'restrict' }),
    /** Physical number at the gateway: it stays the same when another card is deleted (row 88 of money.md 7). */
    cardSeq: text('card_seq'),
    brand: text('brand').notNull(),
    last4: text('last4').notNull(),
    /** `YYMM`; empty: not known. */
    expiry: text('expiry').notNull(),
    isDefault: boolean('is_default').notNull().default(false),
    /** It becomes the default card when it is stored. */
    wantsDefault: boolean('wants_default').notNull().default(false),
    state: text('state').$type<CardRowState>().notNull(),
    /** OrderID of its check, or of the payment from which it is stored: at most one card for each. */
    gatewayOrderId: text('gateway_order_id').notNull().unique(),
    /** It was checked alone, not with a payment. */
    isCheck: boolean('is_check').notNull(),
    /**
     * The stored card with which a trial shall begin: this row is only its owner's authentication, not a card
     * (money.md 4.14 ②). `null`: this row is a card.
     */
    provesId: integer('proves_id').references((): AnyPgColumn => cards.id, { onDelete: 'restrict' }),
    /** The order of a trial that begins when the card is stored, or its owner authenticated; or `null`. */
    orderId: integer('order_id').references(() => orders.id, { onDelete: 'restrict' }),
    /** The subscription that is charged to this card from then on, or `null`. */
    subscriptionId: integer('subscription_id'),
    /** The gateway's names of the check, and what the next command needs, sealed. */
    access: text('access'),
    secret: text('secret'),
    /** Secret in the return address from the bank's page. */
    returnRef: text('return_ref').notNull().unique(),
    redirectUrl: text('redirect_url'),
    challengedAt: time('challenged_at'),
    returnedAt: time('returned_at'),
    isUnknown: boolean('is_unknown').notNull().default(false),
    /** Since when its state is unknown; decides when it is given up. */
    unknownSince: time('unknown_since'),
    checks: integer('checks').notNull().default(0),
    nextCheckAt: time('next_check_at'),
    failure: text('failure').$type<PayFailure>(),
    errorCode: text('error_code'),
    /** Network from which it was given (`hashNetwork`). */
    givenFrom: text('given_from').notNull(),
    /** When its check, or its keeping, failed. */
    endedAt: time('ended_at'),
    created: time('created').notNull(),
    modified: time('modified').notNull(),
  },
  (table) => [
    unique('cards_member_seq').on(table.memberId, table.cardSeq),
    uniqueIndex('cards_default')
      .on(table.userId)
      .where(sql`${table.isDefault} and ${table.state} = 'active'`),
    index('cards_user_id').on(table.userId),
    index('cards_next_check').on(table.nextCheckAt),
    index('cards_ended').on(table.endedAt),
    index('cards_order_id').on(table.orderId),
    index('cards_proves_id').on(table.provesId),
    index('cards_subscription_id').on(table.subscriptionId),
  ],
);
export type CardRow = typeof cards.$inferSelect;

/**
 * People who had a trial: by account, by address, by their guardian and by the card, as keyed hashes (product.md 3.9).
 */
export const trials = pgTable(
  'trials',
  {
    id: rowId(),
    person: text('person').notNull(),
    family: text('family').notNull(),
    orderId: integer('order_id').references(() => orders.id, { onDelete: 'set null' }),
    created: time('created').notNull(),
  },
  (table) => [
    unique('trials_person').on(table.person, table.family),
    index('trials_order_id').on(table.orderId),
  ],
);

/** States as stored; a scheduled end is `cancelAtEnd` (money.md 4.16). */
export type SubscriptionState =
  | 'starting'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'suspended'
  | 'paused'
  | 'ended';

export const subscriptions = pgTable(
  'subscriptions',
  {
    id: rowId(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    planId: integer('plan_id')
      .notNull()
      .references(() => plans.id, { onDelete: 'restrict' }),
    family: text('family').notNull(),
    status: text('status').$type<SubscriptionState>().notNull(),
    /** The agreed price of one period, yen. */
    price: integer('price').notNull(),
    interval: text('interval').$type<PlanInterval>().notNull(),
    /** Day of the month on which a charge is due, 1 to 31. */
    anchorDay: integer('anchor_day').notNull(),
    /** The card that is charged; `null`: the member has to give one. */
    cardId: integer('card_id').references(() => cards.id, { onDelete: 'set null' }),
    startedAt: time('started_at'),
    trialEndAt: time('trial_end_at'),
    currentFrom: time('current_from'),
    currentUntil: time('current_until'),
    /** The next day on which a charge is due; in arrears, the day since which one is due. */
    dueOn: text('due_on'),
    /** Time of the next automatic action; `null`: none. */
    nextActionAt: time('next_action_at'),
    cancelAtEnd: boolean('cancel_at_end').notNull().default(false),
    /** A charge that is under way is completed and given back; then the contract ends (money.md 4.16 ⑤). */
    isEnding: boolean('is_ending').notNull().default(false),
    canceledAt: time('canceled_at'),
    cancelReason: text('cancel_reason'),
    endedAt: time('ended_at'),
    endReason: text('end_reason'),
    pausedFrom: time('paused_from'),
    pausedUntil: time('paused_until'),
    /** When a pause was last asked for: once a year. */
    lastPauseAt: time('last_pause_at'),
    failure: text('failure').$type<PayFailure>(),
    errorCode: text('error_code'),
    /** The card of the last refusal must not be charged again (money.md 4.15). */
    needsCard: boolean('needs_card').notNull().default(false),
    /** A higher price that was announced, when, and whether the member agreed to it. */
    newPrice: integer('new_price'),
    newPriceAt: time('new_price_at'),
    agreedPrice: integer('agreed_price'),
    created: time('created').notNull(),
    modified: time('modified').notNull(),
  },
  (table) => [
    uniqueIndex('subscriptions_running')
      .on(table.userId, table.family)
      .where(sql`${table.status} <> 'ended'`),
    index('subscriptions_user_id').on(table.userId),
    index('subscriptions_plan_id').on(table.planId),
    index('subscriptions_card_id').on(table.cardId),
    index('subscriptions_next_action').on(table.nextActionAt),
    check('subscriptions_price', sql`${table.price} > 0`),
    check('subscriptions_anchor', sql`${table.anchorDay} between 1 and 31`),
  ],
);
export type SubscriptionRow = typeof subscriptions.$inferSelect;

/** Periods in their order. `open`: its charge is not decided · `paid` · `trial` · `skipped` (a pause) · `void`. */
export const subscriptionPeriods = pgTable(
  'subscription_periods',
  {
    id: rowId(),
    subscriptionId: integer('subscription_id')
      .notNull()
      .references(() => subscriptions.id, { onDelete: 'restrict' }),
    n: integer('n').notNull(),
    state: text('state').$type<'open' | 'paid' | 'trial' | 'skipped' | 'void'>().notNull(),
    from: time('from').notNull(),
    until: time('until').notNull(),
    dueOn: text('due_on').notNull(),
    /**
     * When it is paid, the day of the payment is the new anchor: days without access are not billed (money.md 4.16).
     */
    isNewAnchor: boolean('is_new_anchor').notNull().default(false),
    orderId: integer('order_id')
      .unique()
      .references(() => orders.id, { onDelete: 'restrict' }),
  },
  (table) => [
    unique('subscription_periods_n').on(table.subscriptionId, table.n),
    unique('subscription_periods_due').on(table.subscriptionId, table.dueOn),
    check('subscription_periods_length', sql`${table.until} > ${table.from}`),
  ],
);
export type PeriodRow = typeof subscriptionPeriods.$inferSelect;
