import { describe, expect, test } from 'vitest';
import { preferenceSchema } from '#contracts/accounts.ts';
import type { OutboxRow } from '../db/outboxRow.ts';
import { type PreferenceChange, preferenceKind, withPending } from './preference.ts';

const row = (seq: number, preference: PreferenceChange, state: OutboxRow['state'] = 'waiting') =>
  ({ seq, kind: preferenceKind, state, body: { preference } }) as OutboxRow;

describe('waiting changes', () => {
  const known = preferenceSchema.parse({ theme: 'light', playback_rate: 1.5 });

  test('lie over what the server knows, field by field', () => {
    expect(withPending(known, [row(1, { theme: 'dark' }), row(2, { furigana: true })])).toEqual({
      ...known,
      theme: 'dark',
      furigana: true,
    });
  });

  test('that were refused do not count', () => {
    expect(withPending(known, [row(1, { theme: 'dark' }, 'refused')]).theme).toBe('light');
  });

  test('stand on defaults when the server says nothing', () => {
    expect(withPending(undefined, []).font_scale).toBe('normal');
  });
});
