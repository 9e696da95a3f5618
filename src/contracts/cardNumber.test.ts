import { describe, expect, it } from 'vitest';
import { holdsCardNumber } from './cardNumber.ts';
import { payerInputSchema } from './shopCheckout.ts';
import { orderCancelInputSchema } from './shopOrder.ts';

const number = '4111111111111111';

describe('row 49: the number of a card in a field that is not for it', () => {
  it.each([
    number,
    '4111 1111 1111 1111',
    '4111-1111-1111-1111',
    '4111ー1111ー1111ー1111',
    '4111 1111 1111 1111',
    `カードは${number}です`,
    `${number} 123`,
    '378282246310005',
    '30569309025904',
    '5555555555554444',
  ])('is found: %s', (text) => expect(holdsCardNumber(text)).toBe(true));

  it.each([
    '',
    '山田 太郎',
    '09012345678',
    '2027年4月12日 12:30',
    'K270412-7H3KQ9ZC',
    '4111111111111112',
    '12345678901234',
    '受付番号 8123456789012345',
    '1234567',
  ])('is not seen where there is none: %s', (text) => expect(holdsCardNumber(text)).toBe(false));

  it('is refused in the name of who pays and in the reason for calling an order off', () => {
    const payer = {
      kind: 'self',
      family_name: '山田',
      given_name: '花子',
      family_name_kana: 'ヤマダ',
      given_name_kana: 'ハナコ',
      phone: '09012345678',
    };
    expect(payerInputSchema.safeParse(payer).success).toBe(true);
    for (const name of ['family_name', 'given_name'])
      expect(payerInputSchema.safeParse({ ...payer, [name]: number }).success).toBe(false);
    expect(orderCancelInputSchema.safeParse({ reason: 'まちがえました' }).success).toBe(true);
    expect(orderCancelInputSchema.safeParse({ reason: `番号は${number}` }).success).toBe(false);
  });
});
