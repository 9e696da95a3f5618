import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { sessions, users } from './accounts.ts';

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/**
 * Hashes of stored media, made once for each version of a file. A device checks every byte of a kept lesson against
 * them. `etag` is the version they were made of.
 */
export const mediaFacts = pgTable('media_facts', {
  path: text('path').primaryKey(),
  etag: text('etag').notNull(),
  /** Bytes. */
  size: bigint('size', { mode: 'number' }).notNull(),
  sha256: text('sha256').notNull(),
  /** SHA-256 of each piece of the manifest's chunk size, hex, in order. */
  chunks: jsonb('chunks').$type<string[]>().notNull(),
});

/** A lesson on a device: its id, and whether it is kept as sound alone. */
export type KeptLesson = { id: number; audio: boolean };

/** Devices on which a learner keeps lessons, and until when each may (product.md 3.9.7). */
export const offlineDevices = pgTable(
  'offline_devices',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    deviceId: text('device_id').notNull(),
    /** The login that took or renewed the licence last. When that login ends, the licence no longer takes a place. */
    sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'set null' }),
    name: text('name').notNull().default(''),
    created: time('created').notNull(),
    renewed: time('renewed').notNull(),
    validUntil: time('valid_until').notNull(),
    /** What the device keeps, as it said when the licence was renewed last. */
    lessons: jsonb('lessons').$type<KeptLesson[]>().notNull().default([]),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.deviceId] }),
    index('offline_devices_valid').on(table.userId, table.validUntil),
  ],
);
