/** Outcome of a test card (money.md 3.2). `G..` are refusals of the card company, sent as `42G..`. */
export type Outcome =
  | 'challenge'
  | 'frictionless'
  | 'tds_n'
  | 'tds_u'
  | 'tds_r'
  | 'G02'
  | 'G03'
  | 'G12'
  | 'G44'
  | 'G83'
  | 'late_G02'
  | 'line'
  | 'slow'
  | 'renewal_G02'
  | 'renewal_G54'
  | 'no_part'
  | 'foreign'
  | 'bad_number';

export type TestCard = { number: string; outcome: Outcome; note: string };

/** Adds the check digit of a card number (Luhn). */
function withCheckDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

export const isCardNumber = (digits: string) => withCheckDigit(digits.slice(0, -1)) === digits;

const testNumber = (place: number) => withCheckDigit(`40000000000${String(place).padStart(4, '0')}`);

/** The cards of the counter's first page. */
export const testCards: TestCard[] = [
  { number: '4111111111111111', outcome: 'challenge', note: '本人認証のあと、支払いが完了します' },
  { number: '5555555555554444', outcome: 'frictionless', note: '本人認証なしで、支払いが完了します' },
  { number: testNumber(1), outcome: 'tds_n', note: '本人認証に失敗します (N)' },
  { number: testNumber(2), outcome: 'tds_u', note: '本人認証に対応していないカードです (U)' },
  { number: testNumber(3), outcome: 'tds_r', note: '本人認証をカード会社に断られます (R)' },
  { number: testNumber(4), outcome: 'G02', note: '残高が足りません (42G02)' },
  { number: testNumber(5), outcome: 'G03', note: 'ご利用可能額を超えています (42G03)' },
  { number: testNumber(6), outcome: 'G12', note: 'このカードは使えません (42G12)' },
  { number: testNumber(7), outcome: 'G44', note: 'セキュリティコードが違います (42G44)' },
  { number: testNumber(8), outcome: 'G83', note: '有効期限が違います (42G83)' },
  { number: testNumber(9), outcome: 'late_G02', note: '本人認証のあとで、残高が足りません (42G02)' },
  { number: testNumber(10), outcome: 'line', note: 'カード会社につながりません (42C)。料金は発生しません' },
  { number: testNumber(11), outcome: 'slow', note: '支払いは完了しますが、返事が12秒かかります' },
  { number: testNumber(12), outcome: 'renewal_G02', note: '初回は支払えますが、更新で残高が足りません' },
  { number: testNumber(13), outcome: 'renewal_G54', note: '初回は支払えますが、更新で使えなくなります' },
  { number: testNumber(14), outcome: 'no_part', note: '支払えますが、一部だけの返金ができません' },
];

/** Outcome of the card with this number. A number that is on no list is not a test card and never pays. */
export function outcomeOf(digits: string): Outcome {
  const known = testCards.find((card) => card.number === digits);
  if (known) return known.outcome;
  return isCardNumber(digits) ? 'foreign' : 'bad_number';
}

/** The number of the card with this outcome. */
export function cardThat(outcome: Outcome): string {
  const card = testCards.find((one) => one.outcome === outcome);
  if (!card) throw new Error(`There is no test card with the outcome ${outcome}.`);
  return card.number;
}
