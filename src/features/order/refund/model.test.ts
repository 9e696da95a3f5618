import { describe, expect, it } from 'vitest';
import { refundQuoteSchema, tidyDigits, tidyHolder } from '#contracts/shopRefund.ts';
import { type AccountValues, accountNeed, chosenTotal, isSilent, wrongFields } from './model.ts';

const refund = (state: string, takes_account: boolean, account_tail: string | null = null) => ({
  id: 1,
  kind: 'voluntary',
  state,
  via: 'transfer',
  amount: 100,
  names: [],
  takes_account,
  account_tail,
});
const quote = (more: object) => refundQuoteSchema.parse({ order: 7, ...more });

describe('what is shown of giving an order back', () => {
  it('is nothing when nothing can be said', () => {
    expect(isSilent(quote({}))).toBe(true);
    expect(isSilent(quote({ closed: [{ kind: 'voluntary', detail: 'x' }] }))).toBe(false);
    expect(isSilent(quote({ refunds: [refund('done', false)] }))).toBe(false);
  });

  it('adds up what was chosen', () => {
    const lines = [
      { item: 1, name: 'A', amount: 4233 },
      { item: 2, name: 'B', amount: 8331 },
    ];
    const [offer] = quote({ offers: [{ kind: 'voluntary', number: 'R', lines, total: 12_564 }] }).offers;
    if (!offer) throw new Error('no offer');
    expect([chosenTotal(offer, ['1', '2']), chosenTotal(offer, ['2']), chosenTotal(offer, [])]).toEqual([
      12_564, 8331, 0,
    ]);
  });

  it('wants an account as long as one is missing', () => {
    expect(accountNeed(quote({ refunds: [refund('requested', false)] }))).toBeNull();
    expect(accountNeed(quote({ refunds: [refund('needs_account', true)] }))).toBe('missing');
    expect(accountNeed(quote({ refunds: [refund('ready', true, '567')] }))).toBe('changeable');
  });
});

describe('an account', () => {
  const right: AccountValues = {
    bank_name: '見本銀行',
    bank_code: '0001',
    branch_name: '本店',
    branch_code: '001',
    type: 'ordinary',
    number: '1234567',
    holder: 'ヤマダ タロウ',
  };

  it('is taken in whatever form its numbers and letters are typed', () => {
    expect(wrongFields(right).size).toBe(0);
    expect(wrongFields({ ...right, bank_code: '０００１', number: '123-4567', holder: 'ﾔﾏﾀﾞ ﾀﾛｳ' }).size).toBe(
      0,
    );
    expect([tidyHolder('やまだ　たろう'), tidyDigits('１２ 3-4')]).toEqual(['ヤマダ タロウ', '1234']);
  });

  it('names what no bank has', () => {
    const wrong = { ...right, bank_name: ' ', branch_code: '1', number: '4111111111111111', holder: '山田' };
    expect([...wrongFields(wrong)].sort()).toEqual(['bank_name', 'branch_code', 'holder', 'number']);
  });
});
