/**
 * The seller, as papers and confirm texts name it, and what a buyer has agreed to about contract papers
 * (money.md 4.18).
 */
import { boolean, index, integer, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { packs } from './catalog.ts';
import { orders } from './order.ts';

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** The operator of a content pack (operator.yaml). */
export const sellers = pgTable('sellers', {
  pack: text('pack')
    .primaryKey()
    .references(() => packs.key),
  name: text('name').notNull(),
  representative: text('representative').notNull(),
  address: text('address').notNull(),
  phone: text('phone').notNull(),
  phoneHours: text('phone_hours').notNull(),
  email: text('email').notNull(),
  /** T and 13 digits; `null`: not registered for qualified invoices. */
  invoiceNumber: text('invoice_number'),
  /** A made-up operator. */
  isSample: boolean('is_sample').notNull(),
});

/**
 * Steps of the consent to papers in electronic form. Before the order: `means` (kind of document, how it comes, that
 * paper is the default), `openable` (it can be opened and kept), `third_person` (a copy for another person was
 * offered). After it: `received` (opened and confirmed: cooling-off begins). `guardian_…`: the same steps for the
 * buyer's guardian, who has no account (money.md 4.11).
 */
export type ConsentStep =
  | 'means'
  | 'openable'
  | 'third_person'
  | 'received'
  | 'guardian_means'
  | 'guardian_openable'
  | 'guardian_third_person';

/** Kept as long as the books. Before the order exists, a step belongs to the checkout that becomes the order. */
export const contractConsents = pgTable(
  'contract_consents',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /**
     * Only a number, not a reference: checkouts are deleted after 30 days. `null`: the consent is about the order
     * itself.
     */
    checkoutId: uuid('checkout_id'),
    orderId: integer('order_id').references(() => orders.id, { onDelete: 'restrict' }),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    step: text('step').$type<ConsentStep>().notNull(),
    /** Version of the text that was agreed to. */
    textVersion: integer('text_version').notNull(),
    /** Network of the buyer as a keyed hash. */
    agreedFrom: text('agreed_from').notNull(),
    at: time('at').notNull(),
  },
  (table) => [
    unique('contract_consents_step').on(table.checkoutId, table.step),
    unique('contract_consents_order').on(table.orderId, table.step),
    index('contract_consents_user_id').on(table.userId),
  ],
);
