import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core';

/**
 * Places by postal code, from Japan Post's file (server/postal). A new file is written beside the old one and takes its
 * place at the end: `edition` of the row `postal` in `settings` says which one counts.
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
