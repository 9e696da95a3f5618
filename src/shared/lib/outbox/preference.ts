import { type Preference, preferenceSchema } from '#contracts/accounts.ts';
import { session } from '../account/session.ts';
import type { OutboxRow } from '../db/outboxRow.ts';
import type { UserDb } from '../db/schema.ts';

/** Kind of the outbox entries that change the preference (how the learner wants to see and hear things). */
export const preferenceKind = 'preference';

/** A change of some fields. */
export type PreferenceChange = Partial<Preference>;

/** The changes in a waiting entry. */
function changeOf(row: Pick<OutboxRow, 'body'>): PreferenceChange {
  return (row.body as { preference?: PreferenceChange } | undefined)?.preference ?? {};
}

/** The preference as the learner set it: the server's, with waiting changes applied. */
export function withPending(known: Preference | undefined, rows: readonly OutboxRow[]): Preference {
  const base = known ?? preferenceSchema.parse({});
  const changes = rows.filter((row) => row.kind === preferenceKind && row.state !== 'refused').map(changeOf);
  return Object.assign({}, base, ...changes);
}

/** Changes of the preference that the server has not confirmed. */
export function waitingPreference(db: UserDb): Promise<OutboxRow[]> {
  return db.outbox.where('kind').equals(preferenceKind).toArray();
}

/** The logged-in learner's preference, as their switches show it. */
export async function readPreference(db: UserDb): Promise<Preference> {
  const rows = await waitingPreference(db);
  return withPending(session.getSnapshot().user?.preference, rows);
}
