/** By which methods this installation takes a sum (money.md 3, 5.16). */
import type { PayMethod } from '#contracts/shopCart.ts';
import { type CvsCode, cvsLimits } from '#contracts/shopCheckout.ts';
import type { Deps } from '../../deps.ts';
import { ApiError, invalid } from '../../errors.ts';
import { isMethodAllowed, methodsFor } from '../money/methodLimits.ts';
import { slipDue } from '../money/slipDue.ts';
import { yen } from '../money/wording.ts';
import type { Product } from '../product/find.ts';

type Sells = { gateway: Pick<Deps['gateway'], 'capabilities'> };

/** Whether the gateway of this installation takes a method at all. */
function isOffered({ gateway: { capabilities } }: Sells, method: PayMethod): boolean {
  if (method === 'none') return true;
  if (method === 'bank') return capabilities.bank;
  return capabilities[method] !== null;
}

/** The methods by which a sum can be paid here, in the order in which they are offered. */
export function openMethods(deps: Sells, total: number): PayMethod[] {
  return methodsFor(total).filter((method) => isOffered(deps, method));
}

/** Whether a slip made today could be paid after the end of an exam whose fee is in it. */
function isTooLate(method: PayMethod, products: readonly Product[], now: number): boolean {
  if (method !== 'cvs' && method !== 'bank') return false;
  const due = slipDue(method, now);
  return products.some(({ exam }) => exam?.until != null && exam.until.getTime() < due);
}

/** Those of the methods by which everything is paid in time. */
export function inTime(methods: PayMethod[], products: readonly Product[], now: number): PayMethod[] {
  return methods.filter((method) => !isTooLate(method, products, now));
}

/** 409 `method_closed` for a slip that could be paid after the end of an exam; `null`: it could not. */
export function timeProblem(method: PayMethod, products: readonly Product[], now: number): ApiError | null {
  if (!isTooLate(method, products, now)) return null;
  return new ApiError(
    409,
    'method_closed',
    '模試の受験期間の終わりが近いため、コンビニ払いと銀行振込は使えません。カードでお支払いください。',
  );
}

function limitText(method: PayMethod, total: number): string {
  if (method === 'cvs')
    return total > cvsLimits.most
      ? `コンビニ払いは${yen(cvsLimits.most)}までです。別のお支払い方法をお選びください。`
      : `コンビニ払いは${yen(cvsLimits.least)}から使えます。別のお支払い方法をお選びください。`;
  return 'お支払い方法をお選びください。';
}

/** Why a sum cannot be paid by a method here: 409 `method_limit` or `method_closed`; `null`: it can. */
export function methodProblem(deps: Sells, method: PayMethod, total: number): ApiError | null {
  if (!isMethodAllowed(method, total)) return new ApiError(409, 'method_limit', limitText(method, total));
  if (isOffered(deps, method)) return null;
  const isNothingOpen = openMethods(deps, total).length === 0;
  return new ApiError(
    409,
    'method_closed',
    isNothingOpen
      ? '有料の講座のお申し込みは準備中です。カートの中身は残っています。'
      : 'このお支払い方法は、ただいま使えません。別のお支払い方法をお選びください。',
  );
}

/** 400 for a store that is missing or that the gateway does not serve. */
export function assertStore({ gateway: { capabilities } }: Sells, store: CvsCode | null): void {
  if (store !== null && (capabilities.cvs?.stores ?? []).includes(store)) return;
  throw invalid({ cvs_code: ['お支払いになるお店を選択してください。'] });
}
