import { type Preference, preferenceSchema } from '#contracts/accounts.ts';
import type { OutboxEntry, OutboxRow } from '#shared/lib/outbox/row.ts';

/** Kind of the outbox entries that change how the learner wants to see and hear things. */
export const preferenceKind = 'preference';
/** PATCH accounts/user/ (product.md 3.3). */
export const userPath = 'accounts/user/';

/** What a learner changes at a time. */
export type PreferenceChange = Partial<Preference>;

/** The changes of a waiting entry. */
export function changeOf(row: Pick<OutboxRow, 'body'>): PreferenceChange {
  return (row.body as { preference?: PreferenceChange } | undefined)?.preference ?? {};
}

/** The preference as the learner left it: waiting changes over what the server knows. */
export function withPending(known: Preference | undefined, rows: readonly OutboxRow[]): Preference {
  const base = known ?? preferenceSchema.parse({});
  const changes = rows.filter((row) => row.kind === preferenceKind && row.state !== 'refused').map(changeOf);
  return Object.assign({}, base, ...changes);
}

/**
 * The entries that tell the server about a change, one a field: each setting has its own last writer, and fields nobody
 * touched here stay as another device set them (contracts/settingsRule.ts).
 *
 * @param at ISO time of the choice by the server's clock.
 */
export function entriesOf(change: PreferenceChange, at: string, label: string): OutboxEntry[] {
  return Object.entries(change).map(([field, value]) => ({
    kind: preferenceKind,
    entity: `${preferenceKind}:${field}`,
    method: 'PATCH',
    path: userPath,
    body: { preference: { [field]: value }, client_at: at },
    label,
  }));
}
