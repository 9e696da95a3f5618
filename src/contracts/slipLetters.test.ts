import { expect, it } from 'vitest';
import { unshowable } from './slipLetters.ts';

it('row 62: names every letter once that a store or a bank cannot show (product.md V13)', () => {
  expect(unshowable('𠮷野家')).toEqual(['𠮷']);
  expect(unshowable('はなこ🙂🙂é')).toEqual(['🙂', 'é']);
  expect(unshowable('森鷗外ヷ')).toEqual(['鷗', 'ヷ']);
  expect(unshowable('改\n行')).toEqual(['\n']);
});

it('row 62: lets through what people are called, in every width', () => {
  expect(unshowable('髙橋 﨑山 神﨑〜ｶﾞｷﾞ ヤマダ・ハナコ A-z?\\')).toEqual([]);
  expect(unshowable('')).toEqual([]);
});
