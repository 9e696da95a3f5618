import { describe, expect, it } from 'vitest';
import {
  brandOf,
  type CardValues,
  checkCard,
  errorsOfResult,
  expiryOf,
  groupExpiry,
  groupNumber,
  tidyHolder,
} from './cardRules.ts';
import { cardErrorLine } from './cardTexts.ts';

/** 2027-04-30 23:59 in Japan. */
const lateApril = Date.parse('2027-04-30T23:59:00+09:00');
const good: CardValues = {
  number: '4111 1111 1111 1111',
  expiry: '12 / 29',
  code: '123',
  holder: 'TARO YAMADA',
};

describe('a card that is typed', () => {
  it('is right when number, month, code and name can be', () => {
    expect(checkCard(good, lateApril)).toEqual({});
    expect(
      checkCard({ ...good, number: '378282246310005', code: '1234', holder: 'taro yamada' }, lateApril),
    ).toEqual({});
  });

  it('says of each field what is wrong with it', () => {
    expect(checkCard({ number: '', expiry: '', code: '', holder: ' ' }, lateApril)).toEqual({
      number: 'missing',
      expiry: 'missing',
      code: 'missing',
      holder: 'missing',
    });
    expect(
      checkCard({ number: '4111111111111112', expiry: '13/29', code: '12', holder: '山田太郎' }, lateApril),
    ).toEqual({ number: 'form', expiry: 'form', code: 'form', holder: 'form' });
    // The code of this card has another length.
    expect(checkCard({ ...good, code: '1234' }, lateApril)).toEqual({ code: 'form' });
  });

  it('is good until the end of its month in Japan', () => {
    const ofApril = { ...good, expiry: '04 / 27' };
    expect(checkCard(ofApril, lateApril)).toEqual({});
    expect(checkCard(ofApril, lateApril + 60_000)).toEqual({ expiry: 'past' });
    expect(cardErrorLine({ expiry: 'past' })).toBe('有効期限が過ぎています。');
  });

  it.each([
    ['4111111111111111', '4111 1111 1111 1111'],
    ['4111', '4111'],
    ['41111', '4111 1'],
    ['378282246310005', '3782 822463 10005'],
    ['41111111111111119999', '4111 1111 1111 1111'],
    ['abc', ''],
  ])('shows its number in groups: %s', (typed, shown) => expect(groupNumber(typed)).toBe(shown));

  it.each([
    ['1', '1'],
    ['5', '05'],
    ['12', '12'],
    ['122', '12 / 2'],
    ['1229', '12 / 29'],
    ['12/29', '12 / 29'],
    ['1/29', '01 / 29'],
    ['12/2029', '12 / 29'],
    ['122029', '12 / 29'],
    ['12 / 202', '12 / 202'],
    ['12-2029', '12 / 29'],
    ['12/29', '12 / 29'],
  ])('takes its month as people and browsers write it: %s', (typed, shown) =>
    expect(groupExpiry(typed)).toBe(shown),
  );

  it('gives year and month to the gateway', () => {
    expect(expiryOf('12 / 29')).toBe('2912');
    expect(expiryOf('12 / 202')).toBeNull();
    expect(expiryOf('00 / 29')).toBeNull();
  });

  it('guesses the brand and writes the name as it is embossed', () => {
    expect(['4', '51', '2720', '34', '36', '3528', '9'].map(brandOf)).toEqual([
      'visa',
      'mastercard',
      'mastercard',
      'amex',
      'diners',
      'jcb',
      '',
    ]);
    expect(tidyHolder(' taro  yamada ')).toBe('TARO YAMADA');
  });

  it('learns from the token script which fields it did not take', () => {
    expect(errorsOfResult(['100', '112', '121', '131'])).toEqual({
      number: 'missing',
      expiry: 'form',
      code: 'form',
      holder: 'form',
    });
    expect(errorsOfResult(['901'])).toEqual({});
  });
});
