import { type CvsCode, cvsCodes } from '#contracts/shopCheckout.ts';
import type { PayMethod, TradeStatus } from '../port.ts';

/** The gateway's words translated into ours. */
const statuses: Record<string, TradeStatus> = {
  UNPROCESSED: 'unprocessed',
  AUTHPROCESS: 'unprocessed',
  AUTHENTICATED: 'authenticated',
  CHECK: 'checked',
  CAPTURE: 'captured',
  SALES: 'captured',
  PAYSUCCESS: 'captured',
  REQSUCCESS: 'requested',
  TRADING: 'requested',
  EXPIRED: 'expired',
  VOID: 'cancelled',
  RETURN: 'cancelled',
  CANCEL: 'cancelled',
  STOP: 'cancelled',
  RETURNX: 'refunded',
  PAYFAIL: 'failed',
};

export const statusOf = (word: string | undefined): TradeStatus => statuses[word ?? ''] ?? 'other';

export const storeOf = (code: string | undefined): CvsCode | null =>
  cvsCodes.find((known) => known === code) ?? null;

/** Numbers of the payment methods in searches and notifications. */
export const payTypes = { card: '0', cvs: '3', ganb: '36', virtualaccount: '22' } as const;

export function methodOf(payType: string | undefined, jobCd: string | undefined): PayMethod | null {
  if (payType === payTypes.card) return jobCd === 'CHECK' ? 'card_check' : 'card';
  if (payType === payTypes.cvs) return 'cvs';
  return payType === payTypes.ganb || payType === payTypes.virtualaccount ? 'bank' : null;
}
