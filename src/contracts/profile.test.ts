import { describe, expect, it } from 'vitest';
import { addressInputSchema, postalCodeField } from './accountSettings.ts';
import { kanaField, nameField, phoneField, profileInputSchema, schoolField } from './profile.ts';
import { codeField } from './signup.ts';

describe('a name', () => {
  it.each([
    ['\ufa19\ufa1b\ufa1e\ufa26', '\ufa19\ufa1b\ufa1e\ufa26'],
    ['\ufa11田', '\ufa11田'],
    ['髙橋', '髙橋'],
    ['𠮷田', '𠮷田'],
    ['渡邉\u{e0101}', '渡邉\u{e0101}'],
    ['\ufa19\ufe00', '\ufa19\ufe00'],
    ['⼭', '⼭'],
    [' 山\u200b田\u200d ', '山田'],
    ['\ufeff山\u00ad田\u202e', '山田'],
    ['山田\t太郎', '山田 太郎'],
    ['ﾔﾏﾀﾞ　Ｔａｒｏ', 'ヤマダ Taro'],
    ['やまた\u3099', 'やまだ'],
  ])('written as %j is stored as %j', (written, stored) => {
    expect(nameField.parse(written)).toBe(stored);
    expect(schoolField.parse({ name: written, prefecture: '' }).name).toBe(stored);
  });

  it.each(['a@b', '<b>', 'http://x', 'a\\b', '＜山田＞', 'あ'.repeat(21)])('is not %s', (written) => {
    expect(nameField.safeParse(written).success).toBe(false);
  });
});

describe('a reading', () => {
  it.each([
    ['みすゞ', 'ミスヾ'],
    ['いすゝ', 'イスヽ'],
    ['ミスヾ', 'ミスヾ'],
    ['ﾔﾏﾀﾞ ﾀﾛｰ', 'ヤマダ タロー'],
    ['マリア・テレサ', 'マリア・テレサ'],
    ['さ\u200bとう', 'サトウ'],
    ['ゔぁい', 'ヴァイ'],
  ])('%j is %j', (written, stored) => {
    expect(kanaField.parse(written)).toBe(stored);
  });

  it.each(['山田', 'Yamada', 'ヤマダ1'])('is not %s', (written) => {
    expect(kanaField.safeParse(written).success).toBe(false);
  });
});

it('numbers come along with unseen signs, as from an address book', () => {
  expect(phoneField.parse('\u202a090-1234-5678\u202c')).toBe('09012345678');
  expect(postalCodeField.parse('\u200e〒１００－０００１\u200e')).toBe('1000001');
  expect(codeField.parse('１２３\u200b４５６')).toBe('123456');
});

it('an address keeps its letters', () => {
  const lines = { postal_code: '5300001', prefecture: '奈良県', building: '①棟' };
  expect(addressInputSchema.parse({ ...lines, city: '葛\u{e0100}城市', street: '\ufa26町\u200b１' })).toEqual(
    {
      ...lines,
      city: '葛\u{e0100}城市',
      street: '\ufa26町1',
    },
  );
});

it('a whole profile is tidied alike', () => {
  const read = profileInputSchema.parse({
    family_name: '\ufa19田\u200b',
    birth_date: '2010-04-02',
    grade: 'h1',
    guardian: { name: '\ufa1b田', email: 'A..b@docomo.ne.jp', relation: 'father' },
  });
  expect(read).toMatchObject({
    family_name: '\ufa19田',
    guardian: { name: '\ufa1b田', email: 'a..b@docomo.ne.jp' },
  });
});
