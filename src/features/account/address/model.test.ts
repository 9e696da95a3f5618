import { describe, expect, it } from 'vitest';
import { addressInputSchema } from '#contracts/accountSettings.ts';
import { addressTexts, checkAddress, inputOf, tidyLine } from '#shared/form/addressRules.ts';
import { withPlace } from './model.ts';

const good = {
  postal_code: '100-0001',
  prefecture: '東京都',
  city: '千代田区',
  street: '千代田１ー２',
  building: '',
};

describe('an address', () => {
  it.each([
    [{}, {}],
    [{ postal_code: '〒１００−０００１' }, {}],
    [
      { postal_code: '', prefecture: '', city: ' ', street: '' },
      {
        postal_code: '郵便番号を入力してください。',
        prefecture: '都道府県を選択してください。',
        city: '市区町村を入力してください。',
        street: '町名・番地を入力してください。',
      },
    ],
    [{ postal_code: '100' }, { postal_code: addressTexts.postalForm }],
    [{ city: 'あ'.repeat(51) }, { city: '市区町村は50文字以内で入力してください。' }],
    [{ building: '<b>' }, { building: '使用できない文字が含まれています:<>' }],
  ])('with %j is told %j', (changes, expected) => {
    const found = Object.entries(checkAddress({ ...good, ...changes })).filter(([, message]) => message);
    expect(Object.fromEntries(found)).toEqual(expected);
  });

  it('is sent as the server reads it', () => {
    expect(addressInputSchema.parse(inputOf(good))).toEqual({
      ...good,
      postal_code: '1000001',
      street: '千代田1-2',
    });
  });

  it('takes a place over, and keeps the number that is typed behind the same town', () => {
    const place = { prefecture: '東京都', city: '千代田区', street: '千代田' };
    expect(withPlace(good, place).street).toBe('千代田１ー２');
    expect(withPlace({ ...good, city: '', street: '丸の内1' }, place)).toMatchObject(place);
    expect(withPlace(good, { ...place, street: '' }).street).toBe('千代田１ー２');
  });
});

it.each([
  ['１丁目２−３', '1丁目2-3'],
  ['スカイタワー１０１', 'スカイタワー101'],
  [' ﾏﾝｼｮﾝ 2ー5 ', 'マンション 2-5'],
])('the line %j becomes %j', (input, line) => {
  expect(tidyLine(input)).toBe(line);
});
