import { describe, expect, it } from 'vitest';
import { type GuardianOrderView, guardianStatusSchema } from '#contracts/shopGuardian.ts';
import {
  type Order,
  type OrderMade,
  orderSchema,
  orderStatuses,
  orderStatusSchema,
  payFailures,
} from '#contracts/shopOrder.ts';
import {
  gatewayCode,
  guardianFailure,
  guardianMoney,
  lockedWords,
  mayReorder,
  moneyWords,
  reasonOf,
  whyFailed,
} from './failure.ts';
import { failureTexts } from './failureTexts.ts';
import { texts } from './texts.ts';

type Fields = Partial<Omit<Order, 'payment'>> & { payment?: Partial<Order['payment']> };

function made({ payment, ...fields }: Fields, state: object = {}): OrderMade {
  const empty = orderSchema.parse({ id: 7, payment: {}, total: 4980, kind: 'sale', method: 'card' });
  return {
    order: { ...empty, ...fields, payment: { ...empty.payment, ...payment } },
    state: orderStatusSchema.parse({ order: 7, next: 'failed', ...state }),
  };
}

const { money } = failureTexts;
const uncharged = /料金は発生していません/;
const otherWays = /コンビニ|銀行/;
const none = { is_uncharged: true } as const;
const child = { guardian: { decision: 'approved', allows_card: false, until: null } } as const;
const until = Date.parse('2027-04-12T14:05:00+09:00');

describe('what is said of the money of an order that is not paid', () => {
  it('calls only that uncharged of which it is certain', () => {
    for (const status of ['failed', 'expired', 'canceled'] as const) {
      expect(moneyWords(made({ status, payment: none }))).toBe(money.uncharged);
      expect(moneyWords(made({ status }))).toBe(money.asking);
    }
    const agreed = (payment: object) =>
      made({ status: 'confirmed', ...child, payment: { status: 'none', ...payment } }, { next: 'done' });
    expect(moneyWords(agreed(none))).toBe(money.soFar);
    expect(moneyWords(agreed({}))).toBe('');
    expect(moneyWords(made({ status: 'paid', payment: { received: 4980 } }, { next: 'done' }))).toBe('');
  });

  it('never calls an order uncharged that may have been charged, in no sentence and for no reason', () => {
    for (const status of orderStatuses)
      for (const failure of [...payFailures, null])
        for (const received of [0, 2000, 4980, 9000])
          for (const next of ['failed', 'poll']) {
            const one = made({ status, payment: { received, failure } }, { next, failure });
            const said = [moneyWords(one), whyFailed(one), reasonOf(one)].join();
            expect(said, `${status} ${failure} ${received} ${next}`).not.toMatch(uncharged);
          }
    for (const says of [...Object.values(texts.says), texts.declined, texts.retry.over])
      expect(says).not.toMatch(uncharged);
  });

  it('row 64: a charge of another sum is being looked into, and nobody pays again', () => {
    const charged = made(
      { status: 'authenticating', payment: { received: 9000, status: 'none' } },
      { next: 'poll' },
    );
    expect(moneyWords(charged)).toBe(money.held(9000));
    const asked = made({ status: 'authenticating' }, { next: 'poll' });
    expect(moneyWords(asked)).toBe(money.checking);
    for (const words of [money.held(9000), money.checking])
      expect(words).toContain('二重に請求されることはありません。');
    expect(moneyWords(made({ status: 'authenticating', can_cancel: true }, { next: '3ds' }))).toBe('');
  });

  it('row 40: a charge found after the failure goes back', () => {
    const late = made({ status: 'failed', payment: { received: 4980, failure: 'tds' } }, { failure: 'tds' });
    expect(whyFailed(late)).toBe('本人認証が完了しませんでした。');
    expect(moneyWords(late)).toBe(money.charged(4980));
    expect(moneyWords(late)).toContain('カードへの請求(4,980円)を確認しました。全額を返金します。');
  });

  it('row 40: once all of it is back, the page says so, and does not call it uncharged', () => {
    for (const status of ['failed', 'canceled'] as const) {
      const back = made({ status, payment: { is_returned: true } });
      expect(moneyWords(back)).toBe(money.returned);
      expect(moneyWords(back)).not.toMatch(uncharged);
    }
  });

  it('row 73: money after the end of a slip waits for a person, and nothing is bought again before', () => {
    const late = (status: 'expired' | 'canceled', method: string) =>
      made({ status, method, payment: { received: 4980 } });
    expect(moneyWords(late('expired', 'cvs'))).toMatch(
      /^期限後のご入金を確認しました。担当者がご連絡します。受け取った金額は4,980円です。/,
    );
    expect(moneyWords(late('expired', 'bank'))).toBe(money.late(4980));
    expect(moneyWords(late('canceled', 'cvs'))).toBe(money.lateCanceled(4980));
    expect(mayReorder(late('expired', 'cvs').order)).toBe(false);
    const free = (fields: Fields) => made({ ...fields, payment: none }).order;
    expect(mayReorder(free({ status: 'expired', method: 'cvs' }))).toBe(true);
    expect(mayReorder(free({ status: 'expired', subscription: '3' }))).toBe(false);
    expect(mayReorder(free({ status: 'failed' }))).toBe(false);
  });

  it('row 77: a part of a transfer that ran out is owed back, with its sum', () => {
    const part = made({ status: 'expired', method: 'bank', payment: { received: 2000, rest: 2980 } });
    expect(moneyWords(part)).toBe(money.part(2000));
    expect(moneyWords(part)).toContain('2,000円');
    expect(mayReorder(part.order)).toBe(true);
  });
});

describe('why a payment failed', () => {
  const failed = (failure: string, fields: Fields = {}, state: object = {}) =>
    made({ status: 'failed', ...fields }, { failure, ...state });

  it('advises the buyer of a plan nothing but a card', () => {
    for (const failure of [...payFailures, 'something new']) {
      const plan = failed(failure, {}, { is_subscription: true });
      expect(whyFailed(plan), failure).not.toMatch(otherWays);
      expect(whyFailed(plan)).not.toContain('別の方法');
      expect(whyFailed(plan)).not.toBe('');
    }
    expect(lockedWords(failed('locked', {}, { is_subscription: true }), until)).toBe(
      'カードを続けて確認できませんでした。14:05以降に、もう一度お試しください。',
    );
  });

  it('advises nobody under 18 another card, and names the guardian for a card', () => {
    for (const failure of ['limit', 'not_accepted', 'input', 'tds', 'token']) {
      const words = whyFailed(failed(failure, child));
      expect(words).not.toContain('別のカード');
      expect(words).toContain('コンビニ・銀行振込を選ぶか、カードのときは、保護者の方に');
    }
    expect(lockedWords(failed('locked', child), until)).toContain('14:05以降に、保護者の方が');
  });

  it('names every way to everybody else, and the hour of a lock', () => {
    expect(whyFailed(failed('limit'))).toBe(
      'カードのご利用可能額を超えています。別のカードか、コンビニ・銀行振込をお選びください。',
    );
    expect(whyFailed(failed('something new'))).toBe(failureTexts.noReason);
    expect(reasonOf(failed('something new'))).toBe('');
    const locked = failed('limit', {}, { retry_at: '2027-04-12T14:05:00+09:00' });
    expect(whyFailed(locked)).toBe(failureTexts.lockedUntil(until));
    expect(whyFailed(locked)).toContain('14:05以降に');
    // Of age by now: the card is theirs to type in.
    const released = { guardian: { decision: 'released', allows_card: true, until: null } };
    expect(whyFailed(failed('limit', released))).toBe(failureTexts.why.limit);
  });

  it('says of an order that is over only that, and who ended it', () => {
    expect(whyFailed(failed('limit', { status: 'expired' }))).toBe(failureTexts.over);
    const declined = { status: 'canceled', guardian: { ...child.guardian, decision: 'declined' } } as const;
    expect(whyFailed(failed('limit', declined))).toBe(texts.declined);
  });

  it('tells a guardian the reason and the money apart', () => {
    const view = (payment: object) => {
      const { order } = made({ payment });
      return { method: order.method, total: order.total, payment: order.payment } as GuardianOrderView;
    };
    const status = (fields: object) =>
      guardianStatusSchema.parse({ next: 'failed', failure: 'tds', ...fields });
    expect(guardianFailure(status({ next: 'done' }))).toBeNull();
    expect(guardianFailure(status({}))).toBe(failureTexts.why.tds);
    expect(guardianMoney(view(none), status({}))).toBe(money.uncharged);
    expect(guardianMoney(view({}), status({}))).toBe(money.asking);
    expect(guardianMoney(view({ received: 4980 }), status({}))).toBe(money.charged(4980));
    expect(guardianMoney(view(none), status({ next: 'done' }))).toBe('');
  });
});

it('shows a code of the gateway, and no word of ours', () => {
  for (const code of ['42G020000', 'E01040010', 'EX1000303', '42C']) expect(gatewayCode(code)).toBe(code);
  for (const word of ['connect', 'redirect_host', 'letters', 'no_gateway', 'timeout 3', '5', ''])
    expect(gatewayCode(word)).toBeNull();
  expect(gatewayCode(null)).toBeNull();
});
