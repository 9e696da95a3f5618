import { expect, it } from 'vitest';
import { isImeKey } from './imeKey.ts';

it.each([
  ['while kana are being converted', { isComposing: true, keyCode: 13 }, true],
  ['at the Enter that ends a conversion, in Chrome and Firefox', { isComposing: true, keyCode: 229 }, true],
  ['at the Enter that ends a conversion, in Safari', { isComposing: false, keyCode: 229 }, true],
  ['at an Enter of its own', { isComposing: false, keyCode: 13 }, false],
  ['where nothing is known of the code', { isComposing: false }, false],
])('tells %s', (_when, press, expected) => {
  expect(isImeKey(press)).toBe(expected);
});
