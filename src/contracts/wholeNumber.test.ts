import { expect, it } from 'vitest';
import { readWholeNumber } from './wholeNumber.ts';

it('whole numbers are read in any width; what is none is not guessed', () => {
  expect(['12', ' １２ ', '−3', 'ー３', ''].map(readWholeNumber)).toEqual(['12', '12', '-3', '-3', '']);
  expect(['1.5', '二', '--1', '1234567', '1 2'].map(readWholeNumber)).toEqual([null, null, null, null, null]);
});
