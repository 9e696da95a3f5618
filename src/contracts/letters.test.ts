import { afterEach, describe, expect, it, vi } from 'vitest';
import { beginningOf, firstLetters } from './letters.ts';

const family = '👨‍👩‍👧';
const flag = '🇯🇵';
const form = '邉\u{e0101}';

afterEach(() => vi.unstubAllGlobals());

/** The two ways a browser can tell letters apart. */
const engines = [
  ['with Intl.Segmenter', () => undefined],
  [
    'without it, as Firefox before 125',
    () => {
      vi.stubGlobal('Intl', { ...Intl, Segmenter: undefined });
    },
  ],
] as const;

describe.each(engines)('%s', (_name, prepare) => {
  it.each([
    ['an emoji', 'a😀', 2, 'a'],
    ['a family', `a${family}b`, 5, 'a'],
    ['a family that fits', `a${family}b`, 9, `a${family}`],
    ['a skin tone', 'a👍🏽', 4, 'a'],
    ['a flag', `a${flag}${flag}`, 7, `a${flag}`],
    ['a kana with its mark apart', 'あか\u3099', 2, 'あ'],
    ['a form of a kanji', `渡${form}`, 3, '渡'],
    ['a keycap', 'a1️⃣', 2, 'a'],
    ['a line end', 'a\r\nb', 2, 'a'],
    ['nothing that need be cut', `a${family}`, 100, `a${family}`],
    ['no room', 'あ', 0, ''],
    ['one letter longer than the room', family, 3, '👨\u200d'],
  ])('never cuts through %s', (_what, text, most, expected) => {
    prepare();
    expect(beginningOf(text, most)).toBe(expected);
  });

  it('counts letters as people do', () => {
    prepare();
    expect(firstLetters(`${family}${flag}${form}あ`, 3)).toBe(`${family}${flag}${form}`);
    expect(firstLetters('あ', 3)).toBe('あ');
  });
});
