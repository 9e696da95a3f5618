import { describe, expect, it } from 'vitest';
import { effectiveDay, standingOf } from './model.ts';

const version = (number: number, effective_at: string) => ({ version: number, effective_at, changes: '' });
const versions = [
  version(3, '2026-12-01T00:00:00+09:00'),
  version(2, '2026-10-01T00:00:00+09:00'),
  version(1, '2026-08-01T00:00:00+09:00'),
];
const now = Date.parse('2026-11-21T12:00:00+09:00');

describe('standingOf', () => {
  it.each([
    [1, 'former'],
    [2, 'current'],
    [3, 'coming'],
  ])('version %i is %s', (shown, kind) => {
    expect(standingOf({ version: shown, versions }, now)).toEqual({ kind, next: versions[0] });
  });

  it('knows nothing to come when nothing is announced', () => {
    expect(standingOf({ version: 3, versions }, Date.parse('2027-01-01T00:00:00Z'))).toEqual({
      kind: 'current',
      next: null,
    });
    expect(standingOf({ version: 1, versions: [] }, now)).toEqual({ kind: 'current', next: null });
  });
});

describe('effectiveDay', () => {
  it('is the day in Japan', () => {
    expect(effectiveDay('2026-09-30T15:00:00Z')).toBe('2026年10月1日');
    expect(effectiveDay('x')).toBe('');
  });
});
