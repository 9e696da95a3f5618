import type { OutboxEntry } from '#shared/lib/db/outboxRow.ts';
import { type PreferenceChange, preferenceKind } from '#shared/lib/outbox/preference.ts';

/** PATCH accounts/user/ (product.md 3.3). */
export const userPath = 'accounts/user/';

/**
 * The outbox entries for a change, one per field: each setting has its own last-write-wins time, and fields that were
 * not touched here stay as another device set them (contracts/settingsRule.ts).
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
