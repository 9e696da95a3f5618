/**
 * Contracts and money (money.md 2): orders, attempts to pay them, commands to the gateway and its replies, the books,
 * and the rights that were given. Rows outlive the account: then `user_id` is null; the buyer's name is sealed.
 */
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { PayMethod, ProductType } from '#contracts/shopCart.ts';
import type { ConfirmBlock } from '#contracts/shopCheckout.ts';
import type { OrderStatus, PayFailure } from '#contracts/shopOrder.ts';
import { users } from './accounts.ts';
import type { Honorific, PaperFacts } from './paperFacts.ts';
import { checkouts, coupons } from './shop.ts';

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
const rowId = () => integer('id').primaryKey().generatedAlwaysAsIdentity();

/** One contract and one sum. `row … for update` is the lock for everything about this order. */
export const orders = pgTable(
  'orders',
  {
    id: rowId(),
    /** `K270412-7H3KQ9ZC`. */
    orderNo: text('order_no').notNull().unique(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    checkoutId: uuid('checkout_id')
      .unique()
      .references(() => checkouts.id, { onDelete: 'set null' }),
    kind: text('kind').$type<'sale' | 'renewal' | 'trial'>().notNull(),
    status: text('status').$type<OrderStatus>().notNull(),
    subtotal: integer('subtotal').notNull(),
    discount: integer('discount').notNull(),
    total: integer('total').notNull(),
    couponId: integer('coupon_id').references(() => coupons.id, { onDelete: 'set null' }),
    couponName: text('coupon_name'),
    method: text('method').$type<PayMethod>().notNull(),
    /** `Buyer` (domain/order/buyer.ts): payer, address for mails, and for contract papers the postal one; sealed. */
    buyer: text('buyer').notNull(),
    confirmText: jsonb('confirm_text').$type<ConfirmBlock[]>().notNull(),
    confirmHash: text('confirm_hash').notNull(),
    confirmVersion: integer('confirm_version').notNull(),
    /** Network of the buyer as a keyed hash, and the name of the browser: evidence of who agreed, and with what. */
    agreedFrom: text('agreed_from').notNull(),
    agreedWith: text('agreed_with').notNull(),
    /** The subscription whose period it pays, or `null`. */
    subscriptionId: integer('subscription_id'),
    isTest: boolean('is_test').notNull(),
    created: time('created').notNull(),
    modified: time('modified').notNull(),
    paidAt: time('paid_at'),
    /** When waiting for a guardian, or for the payment of a slip, ends. */
    dueAt: time('due_at'),
    canceledAt: time('canceled_at'),
    cancelReason: text('cancel_reason'),
  },
  (table) => [
    index('orders_user_id').on(table.userId, table.id.desc()),
    index('orders_coupon_id').on(table.couponId),
    index('orders_status').on(table.status, table.dueAt),
    check('orders_total', sql`${table.total} >= 0`),
  ],
);
export type OrderRow = typeof orders.$inferSelect;

export const orderItems = pgTable(
  'order_items',
  {
    id: rowId(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'restrict' }),
    place: integer('place').notNull(),
    productId: text('product_id').notNull(),
    type: text('type').$type<ProductType>().notNull(),
    name: text('name').notNull(),
    /** The courses it opens. */
    courses: jsonb('courses').$type<number[]>().notNull(),
    unitPrice: integer('unit_price').notNull(),
    discountShare: integer('discount_share').notNull(),
    paid: integer('paid').notNull(),
    /** Percent of consumption tax inside. */
    rate: integer('rate').notNull(),
    accessDays: integer('access_days'),
    refunded: integer('refunded').notNull().default(0),
  },
  (table) => [
    unique('order_items_place').on(table.orderId, table.place),
    check('order_items_paid', sql`${table.paid} >= 0 and ${table.refunded} between 0 and ${table.paid}`),
  ],
);
export type OrderItemRow = typeof orderItems.$inferSelect;

/** A coupon that an order holds, has used or has given back. */
export const couponHolds = pgTable(
  'coupon_holds',
  {
    id: rowId(),
    couponId: integer('coupon_id')
      .notNull()
      .references(() => coupons.id, { onDelete: 'cascade' }),
    orderId: integer('order_id')
      .notNull()
      .unique()
      .references(() => orders.id, { onDelete: 'cascade' }),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    state: text('state').$type<'reserved' | 'used' | 'returned'>().notNull(),
  },
  (table) => [
    uniqueIndex('coupon_holds_once')
      .on(table.couponId, table.userId)
      .where(sql`${table.state} in ('reserved', 'used')`),
    index('coupon_holds_user_id').on(table.userId),
  ],
);

/** States of an attempt (money.md 2). The first four are live. */
export type AttemptState =
  | 'ready'
  | 'entered'
  | 'challenged'
  | 'slip'
  | 'captured'
  | 'refused'
  | 'expired'
  | 'cancelled'
  | 'extra';

/** What a payment slip says: numbers for a store's terminal, or a bank account for this payment alone. */
export type SlipFields = {
  cvs?: { code: string; receiptNo: string; confNo: string; url: string };
  bank?: { bankName: string; branch: string; type: string; number: string; holder: string };
};

/** One attempt to pay an order by one method: one OrderID at the gateway. */
export const paymentAttempts = pgTable(
  'payment_attempts',
  {
    id: rowId(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'restrict' }),
    n: integer('n').notNull(),
    method: text('method').$type<PayMethod>().notNull(),
    gatewayOrderId: text('gateway_order_id').notNull().unique(),
    /** The gateway's names of the transaction, sealed. */
    access: text('access'),
    /** Hash of the transaction's access id, to find the attempt by a notification. */
    accessHash: text('access_hash').unique(),
    amount: integer('amount').notNull(),
    /** Network of whoever asked for it (`hashNetwork`); `null`: nobody did, it is a renewal. */
    askedFrom: text('asked_from'),
    state: text('state').$type<AttemptState>().notNull(),
    /** From then on no command is sent for this attempt any more. */
    fencedAt: time('fenced_at'),
    nextCheckAt: time('next_check_at'),
    /** When a search was last answered. A page that asks again causes at most one search in 20 s (money.md 4.7). */
    checkedAt: time('checked_at'),
    /** How many searches were made since the state became unknown; decides the next pause. */
    checks: integer('checks').notNull().default(0),
    /** Secret in the return address from the bank's page, 128 bits as text. */
    returnRef: text('return_ref').notNull().unique(),
    redirectUrl: text('redirect_url'),
    cvsCode: text('cvs_code'),
    cardId: integer('card_id'),
    card: jsonb('card').$type<{ brand: string; last4: string }>(),
    /** The card is stored once it has paid (money.md 4.14a). */
    keepsCard: boolean('keeps_card').notNull().default(false),
    /** Card token or payer's fields for the next command, sealed; taken out when sent. */
    secret: text('secret'),
    slip: jsonb('slip').$type<SlipFields>(),
    dueAt: time('due_at'),
    /** Yen received according to the gateway, all deposits together. */
    received: integer('received').notNull().default(0),
    /** Deposits on its own bank account, with the senders' names, for the operator. */
    deposits: jsonb('deposits').$type<{ amount: number; on: string; payer: string }[]>(),
    failure: text('failure').$type<PayFailure>(),
    errorCode: text('error_code'),
    /** A command was sent whose reply was never read. */
    isUnknown: boolean('is_unknown').notNull().default(false),
    challengedAt: time('challenged_at'),
    returnedAt: time('returned_at'),
    /** When it ended without money. Later searches change `modified`, never this. */
    endedAt: time('ended_at'),
    created: time('created').notNull(),
    modified: time('modified').notNull(),
  },
  (table) => [
    unique('payment_attempts_n').on(table.orderId, table.n),
    uniqueIndex('payment_attempts_live')
      .on(table.orderId)
      .where(sql`${table.state} in ('ready', 'entered', 'challenged', 'slip')`),
    uniqueIndex('payment_attempts_captured').on(table.orderId).where(sql`${table.state} = 'captured'`),
    index('payment_attempts_next_check').on(table.nextCheckAt),
    index('payment_attempts_ended').on(table.endedAt),
  ],
);
export type AttemptRow = typeof paymentAttempts.$inferSelect;

/** One request to the gateway: committed before any byte is sent (R2). */
export const gatewayCommands = pgTable(
  'gateway_commands',
  {
    id: rowId(),
    attemptId: integer('attempt_id').references(() => paymentAttempts.id, { onDelete: 'restrict' }),
    cardId: integer('card_id'),
    refundId: integer('refund_id'),
    kind: text('kind').notNull(),
    n: integer('n').notNull(),
    state: text('state').$type<'ready' | 'sent' | 'done' | 'unknown' | 'dropped'>().notNull(),
    notBefore: time('not_before').notNull(),
    sentAt: time('sent_at'),
    leaseUntil: time('lease_until'),
    /** The gateway's reply, without anything that must not be stored. */
    reply: jsonb('reply').$type<Record<string, unknown>>(),
    created: time('created').notNull(),
  },
  (table) => [
    unique('gateway_commands_attempt').on(table.attemptId, table.kind, table.n),
    unique('gateway_commands_card').on(table.cardId, table.kind, table.n),
    unique('gateway_commands_refund').on(table.refundId, table.kind, table.n),
    index('gateway_commands_ready').on(table.state, table.notBefore),
  ],
);
export type CommandRow = typeof gatewayCommands.$inferSelect;

/** Notifications as they came, without secrets. Each is only a hint that causes a search (R3). */
export const gatewayEvents = pgTable(
  'gateway_events',
  {
    id: rowId(),
    dedupKey: text('dedup_key').notNull().unique(),
    /** `null`: the notification's names match no attempt of ours (parked). */
    attemptId: integer('attempt_id').references(() => paymentAttempts.id, { onDelete: 'restrict' }),
    accessHash: text('access_hash').notNull(),
    gatewayOrderId: text('gateway_order_id').notNull(),
    tranId: text('tran_id').notNull(),
    status: text('status').notNull(),
    body: jsonb('body').$type<Record<string, string>>().notNull(),
    source: text('source').notNull(),
    state: text('state').$type<'parked' | 'matched' | 'ignored' | 'odd'>().notNull(),
    received: time('received').notNull(),
  },
  (table) => [
    index('gateway_events_order').on(table.gatewayOrderId),
    index('gateway_events_attempt_id').on(table.attemptId),
    index('gateway_events_received').on(table.received),
  ],
);

/**
 * Accounts of the books (money.md 2). Signs: what is owed to us and what we hold is positive, sales and debts are
 * negative.
 */
export type Account =
  | 'receivable'
  | 'sales'
  | 'clearing_card'
  | 'clearing_cvs'
  | 'clearing_bank'
  | 'suspense'
  | 'refund_due'
  | 'payout';

/** The books: lines that are never changed. The lines of one `tx_id` add up to zero (a trigger of the migration). */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: rowId(),
    txId: uuid('tx_id').notNull(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'restrict' }),
    attemptId: integer('attempt_id').references(() => paymentAttempts.id, { onDelete: 'restrict' }),
    account: text('account').$type<Account>().notNull(),
    /** Yen, never 0. */
    amount: integer('amount').notNull(),
    /** Names the event: one event posts to one account only once. */
    eventKey: text('event_key').notNull(),
    at: time('at').notNull(),
  },
  (table) => [
    unique('ledger_entries_event').on(table.eventKey, table.account),
    index('ledger_entries_order_id').on(table.orderId),
    index('ledger_entries_tx_id').on(table.txId),
    check('ledger_entries_amount', sql`${table.amount} <> 0`),
  ],
);

/** A right that was given for something paid: only once, by its key. */
export const grants = pgTable('grants', {
  id: rowId(),
  orderItemId: integer('order_item_id')
    .notNull()
    .unique()
    .references(() => orderItems.id, { onDelete: 'restrict' }),
  /** The items of the library, one for each course; they are deleted with the account. */
  inventories: jsonb('inventories').$type<number[]>().notNull(),
  given: time('given').notNull(),
  ended: time('ended'),
  /** Access that the staff suspends for now: since when, and when each item of the library ends by now. */
  held: jsonb('held').$type<{ at: string; ends: Record<string, string | null> }>(),
});

/** One mail for each fact (money.md 2). */
export const moneyNotices = pgTable(
  'money_notices',
  {
    id: rowId(),
    orderId: integer('order_id').references(() => orders.id, { onDelete: 'cascade' }),
    subscriptionId: integer('subscription_id'),
    kind: text('kind').notNull(),
    on: text('on').notNull(),
    created: time('created').notNull(),
  },
  (table) => [
    unique('money_notices_order').on(table.orderId, table.kind, table.on),
    unique('money_notices_subscription').on(table.subscriptionId, table.kind, table.on),
  ],
);

/** Kinds of tasks about one deed with money, as a list of SQL. */
const moneyDeeds = sql.raw(
  "('late_payment', 'extra_payment', 'amount_differs', 'refund_transfer', 'refund_outside', 'chargeback')",
);

/** Tasks for the staff (money.md 8): money without a right, things that cannot be known. */
export const moneyTasks = pgTable(
  'money_tasks',
  {
    id: rowId(),
    kind: text('kind').notNull(),
    orderId: integer('order_id').references(() => orders.id, { onDelete: 'restrict' }),
    attemptId: integer('attempt_id').references(() => paymentAttempts.id, { onDelete: 'restrict' }),
    detail: jsonb('detail').$type<Record<string, unknown>>().notNull(),
    created: time('created').notNull(),
    done: time('done'),
  },
  (table) => [
    index('money_tasks_open').on(table.done, table.created),
    // A deed with money may happen again after its task is done: a second late deposit is a second task. A state (`unknown`,
    // an open slip) is looked at again and again, and what staff has closed must not come back.
    uniqueIndex('money_tasks_deed')
      .on(table.kind, table.attemptId)
      .where(sql`${table.done} is null and ${table.kind} in ${moneyDeeds}`),
    uniqueIndex('money_tasks_state')
      .on(table.kind, table.attemptId)
      .where(sql`${table.kind} not in ${moneyDeeds}`),
  ],
);

/** Papers of an order (money.md 4.17). Their bytes are kept, so that they look the same every time. */
export const documents = pgTable(
  'documents',
  {
    id: rowId(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'restrict' }),
    kind: text('kind').$type<'receipt' | 'invoice' | 'return_invoice' | 'outline' | 'contract'>().notNull(),
    seq: integer('seq').notNull(),
    number: text('number').notNull().unique(),
    /** The addressee. */
    name: text('name'),
    honorific: text('honorific').$type<Honorific>(),
    /** Its content, as it was when it was filed: a reissue says the same. */
    facts: jsonb('facts').$type<PaperFacts>().notNull(),
    sha256: text('sha256'),
    /** The PDF, base64; `null`: not made yet. */
    bytes: text('bytes'),
    attempts: integer('attempts').notNull().default(0),
    notBefore: time('not_before').notNull(),
    created: time('created').notNull(),
    made: time('made'),
    /** When the buyer first opened it, and when they confirmed its receipt, which begins cooling-off. */
    opened: time('opened'),
    received: time('received'),
  },
  (table) => [
    unique('documents_order_kind').on(table.orderId, table.kind, table.seq),
    index('documents_due').on(table.made, table.notBefore),
  ],
);
export type DocumentRow = typeof documents.$inferSelect;
