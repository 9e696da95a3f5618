import { describe, expect, test } from 'vitest';
import { preferenceSchema } from '#contracts/accounts.ts';
import type { OutboxRow } from '#shared/lib/outbox/row.ts';
import { entriesOf, type PreferenceChange, preferenceKind, withPending } from './model.ts';

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

test('each field is an entry of its own, so that each has its own last writer', () => {
  const at = '2026-11-21T10:00:00.000Z';
  const entries = entriesOf({ theme: 'dark', caption: false }, at, '設定');
  expect(entries.map(({ entity, body }) => [entity, body])).toEqual([
    ['preference:theme', { preference: { theme: 'dark' }, client_at: at }],
    ['preference:caption', { preference: { caption: false }, client_at: at }],
  ]);
});
