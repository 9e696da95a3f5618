import { type CardBrand, type CardErrors, type CardField, cardFields } from './cardRules.ts';

/** Texts of the card frame (product.md 2.2.D), inside it and on the page around it. */
export const cardTexts = {
  labels: {
    number: 'カード番号',
    expiry: '有効期限(月 / 年)',
    code: 'セキュリティコード',
    holder: 'カード名義(半角ローマ字)',
  },
  hints: {
    code: 'カード裏面の3桁、または表面の4桁の数字',
  },
  placeholders: { number: '1234 5678 9012 3456', expiry: '12 / 29', code: '123', holder: 'TARO YAMADA' },
  errors: {
    number: { missing: 'カード番号を入力してください。', form: 'カード番号を確認してください。' },
    expiry: {
      missing: '有効期限を入力してください。',
      form: '有効期限を月2桁・年2桁で入力してください。',
      past: '有効期限が過ぎています。',
    },
    code: {
      missing: 'セキュリティコードを入力してください。',
      form: 'セキュリティコードは3桁または4桁です。',
    },
    holder: {
      missing: 'カード名義を入力してください。',
      form: 'カード名義は半角ローマ字で入力してください。',
    },
  } satisfies Record<CardField, Record<string, string>>,
  brands: {
    visa: 'Visa',
    mastercard: 'Mastercard',
    jcb: 'JCB',
    amex: 'American Express',
    diners: 'Diners Club',
    '': '',
  } satisfies Record<CardBrand, string>,
} as const;

/** The error of one field, in words. */
export function cardErrorText(field: CardField, code: string | undefined): string {
  const words: Record<string, string> = cardTexts.errors[field];
  return code === undefined ? '' : (words[code] ?? words.form ?? '');
}

/** The errors of the card, for the summary of the surrounding page: the fields in order. */
export function cardErrorLine(errors: CardErrors): string {
  return cardFields.map((field) => cardErrorText(field, errors[field])).join('');
}
