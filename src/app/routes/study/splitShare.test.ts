import { expect, it } from 'vitest';
import { shareAfterKey, withinSplit } from './splitShare.ts';

it('keeps both sides usable', () => {
  expect(withinSplit(5)).toBe(30);
  expect(withinSplit(99)).toBe(75);
  expect(withinSplit(51.4)).toBe(51);
});

it('moves by keys, to the ends and back to the middle', () => {
  expect(shareAfterKey(55, 'ArrowLeft')).toBe(50);
  expect(shareAfterKey(75, 'ArrowRight')).toBe(75);
  expect(shareAfterKey(55, 'Home')).toBe(30);
  expect(shareAfterKey(40, 'Enter')).toBe(55);
  expect(shareAfterKey(55, 'a')).toBeNull();
});
