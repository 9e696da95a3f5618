import { expect, it } from 'vitest';
import { unshowable } from '#contracts/slipLetters.ts';
import { unsendable } from './wire.ts';

it('row 62: forms refuse exactly the letters that the gateway has no number for', () => {
  const different: string[] = [];
  for (let code = 0x20; code <= 0xffff; code += 1) {
    // Lone surrogates and private-use characters are in nobody's name.
    if (code >= 0xd800 && code <= 0xf8ff) continue;
    const letter = String.fromCodePoint(code);
    if (unshowable(letter).length !== unsendable(letter).length) different.push(code.toString(16));
  }
  // An overline, which would arrive as a tilde.
  expect(different).toEqual(['203e']);
});
