import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { AddressInput } from '#contracts/accountSettings.ts';
import type { UserInput } from '#contracts/accounts.ts';
import type { Notify } from '#contracts/profile.ts';

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** People with an account (product.md 2.1 User). `email` is stored trimmed and in lower case. */
export const users = pgTable('users', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  email: text('email').notNull().unique(),
  /** argon2id, PHC string. */
  passwordHash: text('password_hash').notNull(),
  familyName: text('family_name').notNull().default(''),
  givenName: text('given_name').notNull().default(''),
  familyNameKana: text('family_name_kana').notNull().default(''),
  givenNameKana: text('given_name_kana').notNull().default(''),
  birthDate: date('birth_date'),
  grade: text('grade'),
  school: jsonb('school').$type<{ name: string; prefecture: string }>(),
  phone: text('phone').notNull().default(''),
  goal: text('goal'),
  address: jsonb('address').$type<AddressInput>(),
  /** Who made the account: `self`, `guardian`; `null`: made by the operator. */
  registrant: text('registrant'),
  campaign: text('campaign'),
  /** The day of the agreement tells which version of the terms it is about. */
  agreed: time('agreed'),
  profileCompleted: boolean('profile_completed').notNull().default(true),
  scope: jsonb('scope').$type<string[]>().notNull().default(['member']),
  mustChangePassword: boolean('must_change_password').notNull().default(false),
  /** Only what the learner has chosen; anything missing has the default of `preferenceSchema`. */
  preference: jsonb('preference').$type<NonNullable<UserInput['preference']>>().notNull().default({}),
  /** When each field was chosen, epoch ms: the last writer of a field wins (contracts/settingsRule.ts). */
  preferenceAt: jsonb('preference_at').$type<Record<string, number>>().notNull().default({}),
  /** Which mails and messages the learner chose; `preferenceAt` says when. */
  notify: jsonb('notify').$type<Partial<Notify>>().notNull().default({}),
  /** When they left; the row is deleted 30 days later (server/sweep.ts). */
  withdrawn: time('withdrawn'),
  withdrawReason: text('withdraw_reason'),
  created: time('created').notNull().default(sql`now()`),
  modified: time('modified').notNull().default(sql`now()`),
});
export type UserRow = typeof users.$inferSelect;

/** A login on one device: the family of its refresh tokens. A revoked session answers 401 at once. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    device: text('device').notNull().default(''),
    /** Number under which the app keeps lessons on this device (offline_devices), once it has said so. */
    deviceId: text('device_id'),
    /** From which network it was opened or last refreshed, as a keyed hash (domain/accounts/secrets.ts). */
    network: text('network'),
    created: time('created').notNull(),
    lastSeen: time('last_seen').notNull(),
    revoked: time('revoked'),
    /** Why it ended: `logout`, `reuse` (a stolen or doubled refresh token), `password`, `remote`, `withdrawal`, `age`. */
    revokedReason: text('revoked_reason'),
  },
  (table) => [
    index('sessions_user_id').on(table.userId),
    index('sessions_network').on(table.network, table.userId),
  ],
);

/**
 * Refresh tokens, only as SHA-256. `exchanged`: when it was first used. `retired` (column `used`): when a token that
 * came from it, or beside it, was used; from then on only its grace period is left (domain/accounts/tokens.ts).
 */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    hash: text('hash').primaryKey(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    created: time('created').notNull(),
    expires: time('expires').notNull(),
    exchanged: time('exchanged'),
    retired: time('used'),
  },
  (table) => [
    index('refresh_tokens_session_id').on(table.sessionId),
    index('refresh_tokens_expires').on(table.expires),
  ],
);

/** Sign-ups that wait for their code or link (product.md 3.3). Codes and tokens are stored as hashes only. */
export const signups = pgTable(
  'signups',
  {
    /** `uid` of the link; under a seal, `signup_id`. */
    id: uuid('id').primaryKey(),
    email: text('email').notNull(),
    passwordHash: text('password_hash').notNull(),
    registrant: text('registrant').notNull(),
    campaign: text('campaign'),
    redirect: text('redirect'),
    /** The address has an account already: no code is accepted, and the mail says so. */
    isKnown: boolean('is_known').notNull(),
    codeHash: text('code_hash').notNull(),
    tokenHash: text('token_hash').notNull(),
    /** Wrong codes so far. */
    attempts: integer('attempts').notNull().default(0),
    created: time('created').notNull(),
    expires: time('expires').notNull(),
    /** The mail is not sent again before this. */
    resendAt: time('resend_at').notNull(),
    verified: time('verified'),
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
  },
  (table) => [index('signups_created').on(table.created), index('signups_user_id').on(table.userId)],
);
export type SignupRow = typeof signups.$inferSelect;

/** Who confirms for a learner under 18, and whether they have (product.md 3.8). */
export const guardians = pgTable('guardians', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  name: text('name').notNull(),
  nameKana: text('name_kana').notNull(),
  email: text('email').notNull(),
  phone: text('phone').notNull(),
  relation: text('relation').notNull(),
  /** `requested`, `confirmed`, `declined`; a request runs out at `expires`. */
  status: text('status').notNull(),
  tokenHash: text('token_hash').notNull().unique(),
  requested: time('requested').notNull(),
  expires: time('expires').notNull(),
  decided: time('decided'),
  /** Address from which the guardian answered, kept as evidence (product.md 0.2.6). */
  decidedFrom: text('decided_from'),
});
export type GuardianRow = typeof guardians.$inferSelect;

/**
 * The link by which a learner's family sees how they study (product.md 4.6). The link is computed from `seed` and the
 * server's key whenever the learner wants it again: what is stored here opens nothing.
 */
export const familyViews = pgTable('family_views', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  seed: uuid('seed').notNull(),
  tokenHash: text('token_hash').notNull().unique(),
  created: time('created').notNull(),
  expires: time('expires').notNull(),
  /** When somebody looked last. */
  opened: time('opened'),
  /** The learner's comment on the report. */
  comment: text('comment').notNull().default(''),
  commented: time('commented'),
});
export type FamilyViewRow = typeof familyViews.$inferSelect;

/**
 * Links for a new password (product.md 2.2.C `/login/password`). A row without a user: the link was asked for an
 * unknown address.
 */
export const passwordResets = pgTable(
  'password_resets',
  {
    /** `uid` of the link. */
    id: uuid('id').primaryKey(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull(),
    created: time('created').notNull(),
    expires: time('expires').notNull(),
    used: time('used'),
  },
  (table) => [
    index('password_resets_user_id').on(table.userId),
    index('password_resets_expires').on(table.expires),
  ],
);

/** A new e-mail address that waits for its code (product.md 3.3). When the address is taken, no code is accepted. */
export const emailChanges = pgTable('email_changes', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  newEmail: text('new_email').notNull(),
  codeHash: text('code_hash').notNull(),
  attempts: integer('attempts').notNull().default(0),
  created: time('created').notNull(),
  expires: time('expires').notNull(),
});
