import { expect, test } from 'vitest';
import { stripState } from './stripState.ts';

const calm = { connection: 'online', waiting: 0, isLate: false, isJustSent: false } as const;

test.each([
  [{}, null],
  [{ waiting: 3 }, null],
  [
    { waiting: 3, isLate: true },
    { kind: 'unsent', count: 3 },
  ],
  [{ isJustSent: true }, { kind: 'sent', count: 0 }],
  [{ waiting: 1, isJustSent: true }, null],
  [
    { connection: 'offline', isJustSent: true },
    { kind: 'offline', count: 0 },
  ],
  [
    { connection: 'offline', waiting: 2 },
    { kind: 'offline', count: 2 },
  ],
  [{ connection: 'captive' }, { kind: 'captive', count: 0 }],
  [
    { connection: 'maintenance', waiting: 1 },
    { kind: 'maintenance', count: 1 },
  ],
] as const)('%j shows %j', (facts, strip) => {
  expect(stripState({ ...calm, ...facts })).toEqual(strip);
});
