import { randomBytes, randomInt } from 'node:crypto';
import { type Fields, failed, stamp } from './wire.ts';
import type { Trade, World } from './world.ts';

/** Passes of the one shop and site that the scripted gateway knows. */
export type Shop = { shopId: string; shopPass: string; siteId: string; sitePass: string };

/** What a call works with. */
export type Context = {
  world: World;
  shop: Shop;
  /** Address for browsers, without a slash at its end. */
  url: string;
  now(): number;
  /** Writes a transaction into the books and notifies the shop. */
  change(trade: Trade, what: string, amount?: number): Trade;
  /** Like `change`, without a notification. */
  keep(trade: Trade, what: string, amount?: number): Trade;
  /** A fault that charges another amount. */
  otherAmount: number | null;
};

export type Handler = (context: Context, fields: Fields) => import('./wire.ts').Result;

export const hex32 = () => randomBytes(16).toString('hex');
export const digits = (count: number) =>
  Array.from({ length: count }, (_, place) => randomInt(place === 0 ? 1 : 0, 10)).join('');

/** Why the shop may not do it; `null`: it may. */
export function shopRefusal({ shop }: Context, fields: Fields) {
  return fields.ShopID === shop.shopId && fields.ShopPass === shop.shopPass ? null : failed('E01030002');
}

export function siteRefusal({ shop }: Context, fields: Fields) {
  return fields.SiteID === shop.siteId && fields.SitePass === shop.sitePass ? null : failed('E01210002');
}

/** The transaction that a call may act on, by its keys. */
export function openedTrade({ world }: Context, fields: Fields): Trade | null {
  const trade = world.tradeOfAccess(fields.AccessID);
  if (!trade || trade.accessPass !== fields.AccessPass) return null;
  return fields.OrderID === undefined || fields.OrderID === trade.orderId ? trade : null;
}

/** What is wrong with a new OrderID, in the words of `E01` or `M01`. */
export function orderIdRefusal({ world }: Context, orderId: string | undefined, family: 'E01' | 'M01') {
  const code = (info: string) => failed(family === 'E01' ? `E010400${info}` : `M010040${info}`);
  if (!orderId) return code('01');
  if (orderId.length > 27) return code(family === 'E01' ? '03' : '12');
  if (!/^[A-Za-z0-9-]+$/.test(orderId)) return code('13');
  return world.trades.has(orderId) ? code('10') : null;
}

export function newTrade(
  context: Context,
  fields: Partial<Trade> & Pick<Trade, 'orderId' | 'payType'>,
): Trade {
  const now = context.now();
  return {
    accessId: hex32(),
    accessPass: hex32(),
    jobCd: '',
    status: 'UNPROCESSED',
    amount: 0,
    captured: 0,
    isProofWanted: false,
    enteredAt: now,
    processedAt: now,
    tranId: '',
    forward: '',
    approve: '',
    face: null,
    memberId: '',
    challenge: null,
    cvs: null,
    bank: null,
    history: [],
    ...fields,
  };
}

/** A number of a transaction that grows with time, as the gateway's do. */
export const nextTranId = (context: Context) => `${stamp(context.now()).slice(2)}${digits(16)}`;

/** Yen of a request, or `null`: no amount. */
export function amountOf(fields: Fields): number | null {
  const [amount, tax] = [fields.Amount ?? '', fields.Tax ?? '0'];
  return /^\d{1,8}$/.test(amount) && /^\d{0,8}$/.test(tax) ? Number(amount) + Number(tax) : null;
}
