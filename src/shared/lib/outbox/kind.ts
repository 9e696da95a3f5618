import type { OutboxRow } from '../db/outboxRow.ts';
import type { UserDb } from '../db/schema.ts';
import type { Combine } from './coalesce.ts';

/** The tables of a learner's database that an answer may be written to. */
export type AnswerTable =
  | 'pages'
  | 'bookmarks'
  | 'favorites'
  | 'checks'
  | 'notes'
  | 'watches'
  | 'notices'
  | 'singles';

/** What the outbox must know about one kind of change; each feature exports its own. */
export type OutboxKind = {
  kind: string;
  /** Tables that `answered` writes to. The same transaction also deletes the entry. */
  tables: AnswerTable[];
  /** Sends a change that needs several calls, and answers the body of the last one; left out: the entry is one call. */
  send?: (db: UserDb, row: OutboxRow) => Promise<unknown>;
  /** How a later change of the same entity is merged with an earlier one; left out: `lastIntent`. */
  combine?: Combine;
  /** Stores what the server answered (2xx, body as it came) in place of the learner's intent. */
  answered: (db: UserDb, row: OutboxRow, answer: unknown, savedAt: number) => Promise<void>;
  /** Query keys (or prefixes of them) to refresh afterwards. */
  refreshes: (row: OutboxRow) => readonly (readonly unknown[])[];
};
