import type {
  Answer,
  CancelAllRequest,
  EntryRequest,
  ExecCardRequest,
  ExecOutcome,
  LowerRequest,
  TradeRef,
} from '../port.ts';
import { checked, type Gmo, shopOf, siteOf } from './context.ts';
import { dayInJapan } from './times.ts';

/** Card calls of the protocol (money.md 3.1). The charge is `SecureTran2` after a challenge, else `ExecTran`. */

export function entryCard(gmo: Gmo, request: EntryRequest) {
  const isCheck = request.method === 'card_check';
  const proved = { TdFlag: '2', Tds2Type: '2', TdTenantName: gmo.settings.tenantName };
  return gmo.caller.ask({
    name: 'EntryTran',
    kind: 'other',
    fields: {
      ...shopOf(gmo),
      OrderID: request.gatewayOrderId,
      JobCd: isCheck ? 'CHECK' : 'CAPTURE',
      ...(isCheck ? {} : { Amount: request.amount, Tax: 0 }),
      ...(request.authentication === '3ds' ? proved : {}),
    },
    expected: ['AccessID', 'AccessPass'],
  });
}

const digitsOf = (phone: string) => phone.replaceAll(/\D/g, '');

function sourceOf(gmo: Gmo, card: ExecCardRequest['card']) {
  if ('token' in card) return { Token: card.token };
  // Physical numbers (SeqMode 1) do not change when another card is deleted.
  return { ...siteOf(gmo), MemberID: card.memberId, SeqMode: '1', CardSeq: card.cardSeq };
}

function proofOf(request: ExecCardRequest) {
  if (request.returnUrl === null) return {};
  const { email, phone } = request.buyer;
  return {
    RetUrl: request.returnUrl,
    CallbackType: '3',
    Tds2Email: email,
    ...(phone
      ? { Tds2MobilePhoneCC: '81', Tds2MobilePhoneSubscriber: digitsOf(phone).replace(/^0/, '') }
      : {}),
    Tds2ChallengeIndType: request.keepsCard ? '1' : undefined,
  };
}

/**
 * Whether a buyer may be sent to this address: only to a host from the settings (row 45), and encrypted unless the
 * settings name the whole origin.
 */
export function isRedirectAllowed(address: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host, origin, username, password } = new URL(address);
  if (username !== '' || password !== '') return false;
  return hosts.includes(origin) || (protocol === 'https:' && hosts.includes(host));
}

const chargeKeys = ['OrderID', 'Forward', 'Method', 'Approve', 'TranID', 'TranDate', 'CheckString'] as const;

export async function execCard(gmo: Gmo, request: ExecCardRequest): Promise<Answer<ExecOutcome>> {
  const answer = await gmo.caller.ask({
    name: 'ExecTran',
    kind: 'charge',
    fields: {
      ...shopOf(gmo),
      AccessID: request.access.id,
      AccessPass: request.access.pass,
      OrderID: request.gatewayOrderId,
      Method: request.method === 'card' ? '1' : undefined,
      ...sourceOf(gmo, request.card),
      ...proofOf(request),
    },
    expected: ['ACS'],
  });
  if (answer.kind !== 'ok') return answer;
  const { fields } = answer;
  if (fields.ACS === '2' && fields.RedirectUrl !== undefined) {
    if (isRedirectAllowed(fields.RedirectUrl, gmo.settings.redirectHosts))
      return { kind: 'ok', outcome: 'redirect', url: fields.RedirectUrl };
    // Nothing is charged before the challenge is finished, and this one never will be.
    gmo.log.error('payment_alarm', { call: 'ExecTran', outcome: 'refused', codes: 'redirect_host' });
    return { kind: 'refused', codes: ['redirect_host'], alarm: true };
  }
  return checked(answer, (read) => {
    const isWhole =
      read.ACS === '0' &&
      read.OrderID === request.gatewayOrderId &&
      chargeKeys.every((key) => read[key] !== undefined) &&
      /^[0-9a-f]{32}$/.test(read.CheckString ?? '');
    return isWhole ? { outcome: 'done' as const, tranId: read.TranID || null } : null;
  });
}

export async function finishCard(gmo: Gmo, trade: TradeRef): Promise<Answer<{ tranId: string | null }>> {
  const answer = await gmo.caller.ask({
    name: 'SecureTran2',
    kind: 'charge',
    fields: { ...shopOf(gmo), AccessID: trade.access.id, AccessPass: trade.access.pass },
    expected: chargeKeys,
  });
  return checked(answer, (read) =>
    read.OrderID === trade.gatewayOrderId ? { tranId: read.TranID || null } : null,
  );
}

const changeKeys = ['AccessID', 'AccessPass', 'Forward', 'Approve', 'TranID', 'TranDate'] as const;

function change(gmo: Gmo, name: 'ChangeTran' | 'AlterTran', trade: TradeRef, job: string, amount: number) {
  return gmo.caller.ask({
    name,
    kind: 'undo',
    fields: {
      ...shopOf(gmo),
      AccessID: trade.access.id,
      AccessPass: trade.access.pass,
      JobCd: job,
      Amount: amount,
      Tax: 0,
    },
    expected: changeKeys,
  });
}

export async function lowerAmount(gmo: Gmo, request: LowerRequest) {
  const answer = await change(gmo, 'ChangeTran', request, 'CAPTURE', request.amount);
  return checked(answer, (read) =>
    read.AccessID === request.access.id ? { tranId: read.TranID || null } : null,
  );
}

/** Ways of giving a charge back, in order of time: on the same day, later in the month, in a later month. */
const ways = ['VOID', 'RETURN', 'RETURNX'] as const;

/**
 * The way that fits at `at`; with `otherWay` the next one, for a charge whose day or month changed meanwhile (row 98).
 */
export function wayBack(request: Pick<CancelAllRequest, 'capturedAt' | 'at' | 'otherWay'>): string {
  const [then, now] = [dayInJapan(request.capturedAt), dayInJapan(request.at)];
  const fitting = then === now ? 0 : then.slice(0, 6) === now.slice(0, 6) ? 1 : 2;
  return ways[Math.min(fitting + (request.otherWay ? 1 : 0), ways.length - 1)] ?? 'RETURNX';
}

export async function cancelAll(gmo: Gmo, request: CancelAllRequest) {
  const answer = await change(gmo, 'AlterTran', request, wayBack(request), request.amount);
  return checked(answer, (read) =>
    read.AccessID === request.access.id ? { tranId: read.TranID || null } : null,
  );
}
