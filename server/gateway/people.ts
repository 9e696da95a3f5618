import { expireIfDue } from './calls/searches.ts';
import type { Context } from './context.ts';
import { stamp } from './wire.ts';
import { heldYen, type Trade } from './world.ts';

/** What a person does at the gateway's pages: authenticate, pay at a till, send money from a bank. */

export type Told<Result> = { ok: true } & Result;
export type Refused = { ok: false; why: string };

const no = (why: string): Refused => ({ ok: false, why });

export function tradeOfChallenge(context: Context, accessId: string, key: string): Trade | null {
  const trade = context.world.tradeOfAccess(accessId);
  return trade?.challenge && trade.challenge.key === key ? trade : null;
}

/** Where the browser goes after a challenge, and how. */
export type WayBack = { url: string; isPost: boolean; fields: Record<string, string> };

export function wayBack(trade: Trade): WayBack | null {
  if (trade.challenge === null) return null;
  const fields = { AccessID: trade.accessId, Event: 'AuthResultReady' };
  const url = new URL(trade.challenge.returnUrl);
  if (trade.challenge.callback === '1') return { url: url.href, isPost: true, fields };
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  return { url: url.href, isPost: false, fields };
}

/** Ends a challenge. A challenge that is over keeps its result. */
export function proveYourself(context: Context, trade: Trade, isPassed: boolean): Trade {
  if (trade.challenge?.state !== 'open' || trade.status !== 'AUTHPROCESS') return trade;
  const passes = isPassed && trade.face?.outcome !== 'tds_n' && trade.face?.outcome !== 'tds_r';
  return context.keep(
    {
      ...trade,
      status: passes ? 'AUTHENTICATED' : 'AUTHPROCESS',
      challenge: { ...trade.challenge, state: passes ? 'passed' : 'failed' },
    },
    passes ? 'proved' : 'not proved',
  );
}

export function tradeOfSlip(context: Context, number: string): Trade | null {
  const wanted = number.normalize('NFKC').replaceAll(/\D/g, '');
  if (wanted === '') return null;
  const trade = [...context.world.trades.values()].find(({ cvs }) => cvs?.receiptNo === wanted);
  return trade ? expireIfDue(context, trade) : null;
}

/**
 * Pays a slip. On a second press the store reports the same payment once more, without money. `isForced` lets a till
 * take an expired slip.
 */
export function paySlip(
  context: Context,
  trade: Trade,
  isForced = false,
): Told<{ trade: Trade; isRepeated: boolean }> | Refused {
  if (trade.cvs === null) return no('この番号の払込票はありません。');
  if (trade.cvs.paidAt !== null) {
    context.change(trade, 'reported again');
    return { ok: true, trade, isRepeated: true };
  }
  if (trade.status === 'CANCEL' && !isForced) return no('この払込票は取り消されています。');
  if (trade.status === 'EXPIRED' && !isForced) return no('この払込票はお支払い期限を過ぎています。');
  const paid: Trade = {
    ...trade,
    status: 'PAYSUCCESS',
    processedAt: context.now(),
    cvs: { ...trade.cvs, paidAt: context.now() },
  };
  return { ok: true, trade: context.change(paid, 'paid', trade.amount), isRepeated: false };
}

export function tradeOfAccount(context: Context, number: string): Trade | null {
  const wanted = number.normalize('NFKC').replaceAll(/\D/g, '');
  const trade = [...context.world.trades.values()].find(({ bank }) => bank?.number === wanted);
  return trade ? expireIfDue(context, trade) : null;
}

export type Deposit = { amount: number; name?: string; on?: string };

/**
 * Puts money on an account: any amount, at any time, under any name. Each deposit is notified; a full sum once more.
 */
export function deposit(context: Context, trade: Trade, given: Deposit): Told<{ trade: Trade }> | Refused {
  if (trade.bank === null) return no('この口座番号はありません。');
  if (!Number.isSafeInteger(given.amount) || given.amount < 1) return no('金額は1円以上で入力してください。');
  const now = context.now();
  const transfer = {
    on: given.on?.replaceAll('-', '') || stamp(now).slice(0, 8),
    at: now,
    amount: given.amount,
    // Bars separate the columns of an inquiry, so the name must have none.
    name: (given.name || trade.bank.client || 'ﾃｽﾄﾀﾛｳ').replaceAll('|', ''),
  };
  const bank = { ...trade.bank, transfers: [...trade.bank.transfers, transfer] };
  const isOpen = trade.status === 'TRADING';
  const told = context.change({ ...trade, bank, processedAt: now }, 'deposited', given.amount);
  if (!isOpen || heldYen(told) < trade.amount) return { ok: true, trade: told };
  return { ok: true, trade: context.change({ ...told, status: 'PAYSUCCESS' }, 'paid') };
}
