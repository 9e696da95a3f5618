import { describe, expect, it } from 'vitest';
import { isStorable, oneLine, oneWidth, storable, withoutUnseen } from './plainText.ts';

const family = '👨‍👩‍👧'; // three people, joined by U+200D

describe('storable', () => {
  it.each([
    ['a\u0000b', 'ab'],
    ['a\ud83d', 'a'],
    ['\ude00b', 'b'],
    ['\ufffe\uffff\ufdd0\u{1fffe}x', 'x'],
    [`一行目\n\t二行目 ${family}😀𠮷`, `一行目\n\t二行目 ${family}😀𠮷`],
  ])('of %j is %j', (text, expected) => {
    expect(storable(text)).toBe(expected);
    expect(isStorable(storable(text))).toBe(true);
  });

  it.each(['\u0000', '\ud800', 'x\udfff'])('%j is what no database keeps', (text) => {
    expect(isStorable(text)).toBe(false);
  });

  it('takes the same text again and again', () => {
    expect([isStorable('\u0000'), isStorable('\u0000'), isStorable('a'), isStorable('a')]).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });
});

describe('what nobody sees', () => {
  it.each([
    '\u200b',
    '\u200c',
    '\u200d',
    '\u2060',
    '\ufeff',
    '\u00ad',
    '\u202e',
    '\u2066',
    '\u061c',
    '\u3164',
    '\u0007',
    '\u034f',
  ])('%j is taken out', (sign) => {
    expect(withoutUnseen(`山${sign}田${sign}`)).toBe('山田');
  });

  it.each(['邉\u{e0101}', '葛\u{e0100}城', '\ufa19\ufe00', '辻\u{e0101}', '々', 'ー'])(
    'the form of %s stays',
    (name) => {
      expect(withoutUnseen(name)).toBe(name);
    },
  );

  it('goes where it chooses nothing', () => {
    expect(withoutUnseen('\ufe0f山\u{e0100}a\ufe0e')).toBe('山\u{e0100}a');
  });
});

describe('oneWidth', () => {
  it.each([
    ['ﾔﾏﾀﾞ ﾊﾟ', 'ヤマダ パ'],
    ['Ａｂ１－', 'Ab1-'],
    ['か\u3099', 'が'],
    ['e\u0301', 'é'],
    ['\ufa19\ufa1b\ufa1e\ufa26\ufa11', '\ufa19\ufa1b\ufa1e\ufa26\ufa11'],
    ['髙橋 𠮷田 濵', '髙橋 𠮷田 濵'],
    ['\u{2f81a}か\u3099\uf9dc', '\u{2f81a}が\uf9dc'],
    ['①㈱㍻⼭', '①㈱㍻⼭'],
  ])('of %s is %s', (text, expected) => {
    expect(oneWidth(text)).toBe(expected);
  });
});

it('a field of one line takes what is pasted into it', () => {
  expect(oneLine(' \u202a山田\t太郎\r\n\u202c\u0000')).toBe('山田 太郎');
});
