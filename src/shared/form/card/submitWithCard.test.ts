import type { FormEvent } from 'react';
import { describe, expect, it } from 'vitest';
import { checkPayer, type PayerValues } from '../payerRules.ts';
import type { FormErrors } from '../useForm.ts';
import type { CardErrors } from './cardRules.ts';
import { submitWithCard } from './submitWithCard.ts';

const right: PayerValues = {
  'payer.family_name': '山田',
  'payer.given_name': '太郎',
  'payer.family_name_kana': 'ヤマダ',
  'payer.given_name_kana': 'タロウ',
  'payer.phone': '09012345678',
  cvs_code: '',
  card: '',
};
const words = {
  family_name: '姓',
  given_name: '名',
  family_name_kana: 'セイ',
  given_name_kana: 'メイ',
  phone: '電話番号',
  store: 'お店',
  noCardHere: '',
};

/**
 * What is shown after one press, and how often the frame was checked. `null`: the form was sent, or shows its own
 * errors.
 */
async function press(
  values: PayerValues,
  inFrame: CardErrors | null,
  isBusy = false,
): Promise<{ shown: FormErrors<PayerValues> | null; looks: number }> {
  let shown: FormErrors<PayerValues> | null = null;
  let looks = 0;
  const form = {
    isBusy,
    submit: () => Promise.resolve(),
    show: (errors: FormErrors<PayerValues>) => {
      shown = errors;
    },
  };
  const check = () => {
    looks += 1;
    return Promise.resolve(inFrame ?? {});
  };
  const event = {} as FormEvent<HTMLFormElement>;
  await submitWithCard(event, form, checkPayer(values, 'card', words), inFrame && { check });
  return { shown, looks };
}

const noPhone = { ...right, 'payer.phone': '' };

describe('a form with a card in it, at one press', () => {
  it('tells the phone and the card, whatever is wrong with them', async () => {
    const { shown } = await press(noPhone, { number: 'missing', code: 'missing' });
    expect(shown).toMatchObject({
      'payer.phone': '電話番号を入力してください。',
      card: 'カード番号を入力してください。セキュリティコードを入力してください。',
    });
  });

  it('leaves what the form says by itself where the card is right, or none is typed', async () => {
    expect(await press(noPhone, {})).toEqual({ shown: null, looks: 1 });
    expect(await press(noPhone, null)).toEqual({ shown: null, looks: 0 });
  });

  it('does not look at the frame when the form is sent, which asks it for a token, nor while it is', async () => {
    expect(await press(right, { number: 'missing' })).toEqual({ shown: null, looks: 0 });
    expect(await press(noPhone, { number: 'missing' }, true)).toEqual({ shown: null, looks: 0 });
  });
});
