import { expect, it } from 'vitest';
import { formTexts } from '#shared/form/texts.ts';
import { checkPay, firstValues, payerOf } from './payRules.ts';
import { texts } from './texts.ts';

const filled = {
  ...firstValues('山田 花子'),
  'payer.family_name_kana': 'ヤマダ',
  'payer.given_name_kana': 'ハナコ',
  'payer.phone': '09087654321',
};
const wrong = (values: typeof filled, method: string) =>
  Object.entries(checkPay(values, method)).flatMap(([name, message]) => (message ? [name] : []));

it('begins with the name of the guardian, where it can be taken apart', () => {
  expect(firstValues('山田 花子')).toMatchObject({ 'payer.family_name': '山田', 'payer.given_name': '花子' });
  expect(firstValues('山田花子')).toMatchObject({ 'payer.family_name': '', 'payer.given_name': '' });
});

it('says what is missing, and needs a store only where one is paid at', () => {
  expect(wrong(firstValues(''), 'bank')).toEqual([
    'payer.family_name',
    'payer.given_name',
    'payer.family_name_kana',
    'payer.given_name_kana',
    'payer.phone',
  ]);
  expect(wrong(filled, 'card')).toEqual([]);
  expect(wrong(filled, 'cvs')).toEqual(['cvs_code']);
  expect(wrong({ ...filled, cvs_code: '10001' }, 'cvs')).toEqual([]);
  expect(checkPay({ ...filled, 'payer.phone': '' }, 'bank')['payer.phone']).toBe(
    formTexts.missing(texts.pay.phone),
  );
});

it('row 49: takes no card number for a name', () => {
  const typed = { ...filled, 'payer.family_name': '4111111111111111' };
  expect(checkPay(typed, 'card')['payer.family_name']).toBe(texts.pay.noCardHere);
});

it('row 62: names letters that a store or a bank cannot show, and lets a card be (product.md V13)', () => {
  const typed = {
    ...filled,
    'payer.family_name': '𠮷田',
    'payer.given_name_kana': 'ハナヷ',
    cvs_code: '10001',
  };
  expect(wrong(typed, 'card')).toEqual([]);
  expect(wrong(typed, 'cvs')).toEqual(['payer.family_name', 'payer.given_name_kana']);
  expect(checkPay(typed, 'bank')['payer.family_name']).toContain('使用できない文字が含まれています:𠮷。');
});

it('sends a guardian, and nothing of a card', () => {
  expect(payerOf(filled)).toEqual({
    kind: 'guardian',
    family_name: '山田',
    given_name: '花子',
    family_name_kana: 'ヤマダ',
    given_name_kana: 'ハナコ',
    phone: '09087654321',
  });
});
