import { expect, test } from 'vitest';
import { entriesOf } from './model.ts';

test('each field is an entry of its own, so that each has its own last writer', () => {
  const at = '2026-11-21T10:00:00.000Z';
  const entries = entriesOf({ theme: 'dark', caption: false }, at, '設定');
  expect(entries.map(({ entity, body }) => [entity, body])).toEqual([
    ['preference:theme', { preference: { theme: 'dark' }, client_at: at }],
    ['preference:caption', { preference: { caption: false }, client_at: at }],
  ]);
});
