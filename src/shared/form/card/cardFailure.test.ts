import { describe, expect, it } from 'vitest';
import { HttpError, OfflineError } from '#shared/lib/errors.ts';
import { describeFailure } from '../failure.ts';
import { describeCardFailure } from './cardFailure.ts';

const refusal = (status: number, code: string, detail: string, more: object = {}) => {
  const failure = { code, detail, request_id: 'r1', ...more };
  return new HttpError({ status, data: failure, failure, call: 'POST /api/shop/order/7/retry/' });
};
const told =
  'お支払いを続けて確認できませんでした。14:05以降にお試しいただくか、コンビニ・銀行振込をご利用ください。';

describe('a call about a card that failed', () => {
  it('row 46: names the hour and the other ways while cards are locked, not only a wait', () => {
    const locked = refusal(429, 'card_locked', told, { retry_after: 3600 });
    expect(describeFailure(locked)).not.toBe(told);
    expect(describeCardFailure(locked)).toBe(told);
  });

  it('says of every other failure what any form says', () => {
    const others = [
      refusal(409, 'method_closed', 'ただいま使えません。'),
      refusal(429, 'rate', 'x', { retry_after: 42 }),
      refusal(429, 'card_locked', '', { retry_after: 42 }),
      new OfflineError('network'),
      new TypeError('bug'),
    ];
    for (const error of others) expect(describeCardFailure(error)).toBe(describeFailure(error));
  });
});
