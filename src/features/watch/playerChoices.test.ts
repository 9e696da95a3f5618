import { expect, it } from 'vitest';
import { parseChoices, steppedRate } from './playerChoices.ts';

it('reads what was stored and falls back for the rest', () => {
  expect(parseChoices('{"rate":1.5,"isCaptioned":false}')).toEqual({
    rate: 1.5,
    isCaptioned: false,
    isAudioOnly: false,
    hasShortcuts: true,
  });
  expect(parseChoices('{"rate":3,"isCaptioned":"yes"}')).toMatchObject({ rate: 1, isCaptioned: true });
  for (const broken of [null, '', '{', 'null', '7']) expect(parseChoices(broken).rate).toBe(1);
});

it('steps through the speeds and stops at the ends', () => {
  expect(steppedRate(1, 1)).toBe(1.25);
  expect(steppedRate(1, -1)).toBe(0.75);
  expect(steppedRate(2, 1)).toBe(2);
  expect(steppedRate(0.5, -1)).toBe(0.5);
});
