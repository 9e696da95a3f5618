import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core';

/**
 * Places by postal code, from Japan Post's file (server/postal). A new file is loaded beside the old one and replaces
 * it at the end: `edition` in the row `postal` of `settings` says which one counts.
 */
export const postalCodes = pgTable(
  'postal_codes',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    edition: bigint('edition', { mode: 'number' }).notNull(),
    code: text('code').notNull(),
    prefecture: text('prefecture').notNull(),
    city: text('city').notNull(),
    street: text('street').notNull(),
  },
  (table) => [index('postal_codes_code').on(table.edition, table.code)],
);
