import { describe, expect, it } from 'vitest';
import { profileSchema } from '#contracts/profile.ts';
import { cartSchema } from '#contracts/shopCart.ts';
import { orderStatusSchema, payResultSchema } from '#contracts/shopOrder.ts';
import { personTexts } from '#shared/form/personRules.ts';
import { formTexts } from '#shared/form/texts.ts';
import { pollLimitMs, pollPause } from '#shared/lib/shop/pollPause.ts';
import { withPlan } from './address.ts';
import {
  cardPageOf,
  checkDetails,
  confirmPath,
  detailsFrom,
  firstMethod,
  keptDetails,
  lacksGuardian,
  offerAge,
  payerOf,
  personOf,
  resultKind,
  wayOf,
  whyClosed,
} from './model.ts';
import { texts } from './texts.ts';

const cart = (total: number, allowed_methods: string[]) => cartSchema.parse({ total, allowed_methods });
const state = (fields: object) =>
  orderStatusSchema.parse({ order: 7, order_no: 'K', status: 'confirmed', method: 'card', ...fields });

describe('ways of paying', () => {
  it('say why they cannot be taken', () => {
    expect(whyClosed('cvs', cart(9800, ['card', 'cvs', 'bank']))).toBeNull();
    expect(whyClosed('cvs', cart(300_000, ['card', 'bank']))).toBe('コンビニ払いは299,999円までです。');
    expect(whyClosed('cvs', cart(199, ['card', 'bank']))).toBe('コンビニ払いは200円からです。');
    expect(whyClosed('bank', cart(9800, ['card']))).toBe(texts.method.closed);
    expect(whyClosed('card', cart(9800, ['card', 'cvs']), ['cvs', 'bank'])).toBe(texts.method.paused);
    expect(whyClosed('cvs', cart(9800, ['card', 'cvs']), ['cvs', 'bank'])).toBeNull();
  });

  it('begin with what was chosen before, if it still can be', () => {
    const all = cart(9800, ['card', 'cvs', 'bank']);
    expect(firstMethod(all, '')).toBe('card');
    expect(firstMethod(all, 'bank')).toBe('bank');
    expect(firstMethod(cart(300_000, ['card', 'bank']), 'cvs')).toBe('card');
    expect(firstMethod(cart(9800, []), 'card')).toBe('');
  });
});

describe('who pays', () => {
  const profile = profileSchema.parse({
    id: 1,
    email: 'hanako@example.jp',
    family_name: '山田',
    given_name: '花子',
    family_name_kana: 'ヤマダ',
    given_name_kana: 'ハナコ',
    phone: '09012345678',
    guardian: { name: '山田 一郎', name_kana: 'ヤマダイチロウ', phone: '0312345678' },
  });
  const filled = detailsFrom({}, profile, '');

  it('is asked for a guardian first, who is under 18 and has named none that could be asked', () => {
    const declined = profileSchema.parse({ id: 1, email: 'a@example.jp', guardian: { status: 'declined' } });
    expect(lacksGuardian(true, profile)).toBe(false);
    expect(lacksGuardian(true, { guardian: null })).toBe(true);
    expect(lacksGuardian(true, declined)).toBe(true);
    expect(lacksGuardian(false, { guardian: null })).toBe(false);
  });

  it('is what the profile knows, under what was typed', () => {
    expect(filled).toMatchObject({ 'payer.kind': 'self', 'payer.family_name': '山田', cvs_code: '' });
    expect(detailsFrom({ 'payer.phone': '0311112222', cvs_code: '10001' }, profile, '10002')).toMatchObject({
      'payer.phone': '0311112222',
      'payer.given_name': '花子',
      cvs_code: '10001',
    });
  });

  it('is a guardian, whose name is taken apart where that can be', () => {
    expect(personOf('guardian', profile)).toEqual({
      'payer.family_name': '山田',
      'payer.given_name': '一郎',
      'payer.family_name_kana': '',
      'payer.given_name_kana': '',
      'payer.phone': '0312345678',
    });
    expect(personOf('guardian', null)['payer.family_name']).toBe('');
  });

  it('has to be known by name, reading and number', () => {
    const wrong = (change: object, method: 'card' | 'cvs' | 'none' = 'card') =>
      Object.fromEntries(
        Object.entries(checkDetails({ ...filled, ...change }, method)).filter(([, text]) => text),
      );
    expect(wrong({})).toEqual({});
    expect(wrong({ 'payer.family_name': ' ' })).toEqual({ 'payer.family_name': formTexts.missing('姓') });
    expect(wrong({ 'payer.family_name_kana': '山田' })).toEqual({
      'payer.family_name_kana': personTexts.kanaForm,
    });
    expect(wrong({ 'payer.phone': '' })).toEqual({ 'payer.phone': formTexts.missing('電話番号') });
    expect(wrong({ 'payer.phone': '' }, 'none')).toEqual({});
    expect(wrong({ 'payer.phone': '12' })).toEqual({ 'payer.phone': personTexts.phoneForm });
    expect(wrong({}, 'cvs')).toEqual({ cvs_code: formTexts.choose(texts.details.store) });
    expect(wrong({ cvs_code: '00007' }, 'cvs')).toEqual({});
  });

  it('row 49: is not called by the number of a card', () => {
    const found = checkDetails({ ...filled, 'payer.given_name': '4111111111111111' }, 'card');
    expect(found['payer.given_name']).toBe(texts.details.noCardHere);
  });

  it('row 62: have names that a store or a bank can show, and any for a card (product.md V13)', () => {
    const typed = { ...filled, 'payer.family_name': '𠮷田', cvs_code: '10001' };
    expect(checkDetails(typed, 'card')['payer.family_name']).toBeUndefined();
    expect(checkDetails(typed, 'none')['payer.family_name']).toBeUndefined();
    for (const method of ['cvs', 'bank'] as const)
      expect(checkDetails(typed, method)['payer.family_name']).toContain(`${personTexts.letters('𠮷')}。`);
  });

  it('is kept for a day without anything of a card', () => {
    expect(keptDetails).not.toContain('card');
    expect(payerOf(filled)).toMatchObject({ kind: 'self', family_name: '山田', phone: '09012345678' });
  });
});

describe('an offer', () => {
  const ends = 1_000_000_000;
  it.each([
    [-5 * 60_000 - 1, 'good'],
    [-5 * 60_000, 'ending'],
    [-1, 'ending'],
    [0, 'over'],
  ] as const)('is %i ms from its end: %s', (distance, age) => {
    expect(offerAge(ends, ends + distance)).toBe(age);
  });

  it('without an end stays good', () => expect(offerAge(null, ends)).toBe('good'));
});

describe('a payment that is waited for', () => {
  it('is asked about 1 s apart five times, then 2 s, then 5 s, for two minutes', () => {
    const pauses: (number | null)[] = [];
    for (let asked = 1, elapsed = 0; ; asked++) {
      const pause = pollPause(asked, elapsed);
      pauses.push(pause);
      if (pause === null) break;
      elapsed += pause;
    }
    expect(pauses.slice(0, 5)).toEqual([1000, 1000, 1000, 1000, 1000]);
    expect(pauses.slice(5, 10)).toEqual([2000, 2000, 2000, 2000, 2000]);
    expect(new Set(pauses.slice(10, -1))).toEqual(new Set([5000]));
    const waited = pauses.reduce<number>((sum, pause) => sum + (pause ?? 0), 0);
    expect(waited).toBeGreaterThanOrEqual(pollLimitMs);
    expect(waited).toBeLessThan(pollLimitMs + 5000);
  });

  it.each([
    [{ next: 'done' }, '/payment/complete/credit?order=7'],
    [{ next: 'done', method: 'cvs' }, '/payment/complete?order=7'],
    [{ next: 'done', method: 'none' }, '/payment/complete?order=7'],
    [{ next: 'done', method: 'bank' }, '/payment/complete/bank?order=7'],
    [{ next: 'done', is_subscription: true }, '/payment/complete/subscribe?order=7'],
    [{ next: 'failed', failure: 'limit' }, '/payment/error?order=7'],
  ])('leads on when it is decided: %j', (fields, to) => {
    expect(wayOf(state(fields))).toEqual({ kind: 'page', to });
  });

  it('leads to the bank by an address of the web alone', () => {
    const to = (redirect_url: string | null) => wayOf(state({ next: '3ds', redirect_url })).kind;
    expect(to('https://acs.example/?a=1&t=2')).toBe('leave');
    expect(to(`${'java'}script:alert(1)`)).toBe('relay');
    expect(to(null)).toBe('relay');
    expect(wayOf(state({ next: 'poll' })).kind).toBe('relay');
    expect(wayOf(state({ next: 'something new' })).kind).toBe('relay');
  });

  it('is not called failed while nobody knows', () => {
    const kind = (fields: object) => resultKind(payResultSchema.parse(fields));
    expect(kind({ next: 'done' })).toBe('done');
    expect(kind({ next: 'failed', failure: 'tds' })).toBe('failed');
    expect(kind({ next: 'failed', failure: 'unknown' })).toBe('checking');
    expect(kind({ next: 'poll' })).toBe('checking');
    expect(kind({})).toBe('checking');
  });
});

it('every step on the way to a plan carries it in its address, and none on the way from the cart', () => {
  expect(withPlan('/payment', '')).toBe('/payment');
  expect(withPlan('/payment', 'plan-1')).toBe('/payment?plan=plan-1');
  expect(withPlan('/payment?edit=1', 'plan-1')).toBe('/payment?edit=1&plan=plan-1');
  expect(confirmPath('a b')).toBe('/cart/confirm?checkout=a%20b');
  expect(confirmPath('a', 'plan-1')).toBe('/cart/confirm?checkout=a&plan=plan-1');
});

it('a card that was only to be kept leads to its owner’s page, and nowhere else', () => {
  const page = (to: unknown) => cardPageOf(payResultSchema.parse({ next: 'done', to }));
  expect(page('/mypage/settings/card')).toBe('/mypage/settings/card');
  expect(page('/mypage/history/subscribe/3')).toBe('/mypage/history/subscribe/3');
  for (const to of [
    null,
    '',
    '//elsewhere.example/mypage/',
    'https://elsewhere.example',
    '/mypage/?x',
    '/login',
  ])
    expect(page(to)).toBeNull();
  expect(cardPageOf(null)).toBeNull();
});
