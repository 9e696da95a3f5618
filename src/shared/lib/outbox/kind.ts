import type { UserDb } from '../db/schema.ts';
import type { Combine } from './coalesce.ts';
import type { OutboxRow } from './row.ts';

/** The tables of a learner's database an answer may be written to. */
export type AnswerTable =
  | 'pages'
  | 'bookmarks'
  | 'favorites'
  | 'checks'
  | 'notes'
  | 'watches'
  | 'notices'
  | 'singles';

/** What the queue must know about one kind of change; each feature exports its own. */
export type OutboxKind = {
  kind: string;
  /** Tables `answered` writes to: its transaction also takes the entry out of the queue. */
  tables: AnswerTable[];
  /** Sends what one call cannot, and answers the body of the last; left out: the entry as it is. */
  send?: (db: UserDb, row: OutboxRow) => Promise<unknown>;
  /** How a later change of the same thing meets an earlier one; left out: `lastIntent`. */
  combine?: Combine;
  /** Stores what the server answered (2xx, body as it came) in place of the learner's intent. */
  answered: (db: UserDb, row: OutboxRow, answer: unknown, savedAt: number) => Promise<void>;
  /** Query keys (or beginnings of them) to bring up to date afterwards. */
  refreshes: (row: OutboxRow) => readonly (readonly unknown[])[];
};
