import {
  amountOf,
  type Context,
  type Handler,
  hex32,
  newTrade,
  nextTranId,
  openedTrade,
  orderIdRefusal,
  shopRefusal,
  siteRefusal,
} from '../context.ts';
import { type Fields, failed, type Result, stamp } from '../wire.ts';
import type { Face, Trade } from '../world.ts';

/** Calls for cards, as the gateway answers them (money.md 3.1). */

/** How long a token is valid, milliseconds. */
export const tokenLife = 30 * 60_000;

const entryTran: Handler = (context, fields) => {
  const wrong = shopRefusal(context, fields) ?? orderIdRefusal(context, fields.OrderID, 'E01');
  if (wrong) return wrong;
  if (fields.JobCd !== 'CAPTURE' && fields.JobCd !== 'CHECK') return failed('E01050002');
  const amount = fields.JobCd === 'CHECK' ? 0 : amountOf(fields);
  if (amount === null) return failed('E01060006');
  if (fields.JobCd === 'CAPTURE' && amount < 1) return failed('E01060001');
  const trade = newTrade(context, {
    orderId: fields.OrderID as string,
    payType: '0',
    jobCd: fields.JobCd,
    amount,
    isProofWanted: fields.TdFlag === '2',
  });
  context.keep(trade, 'entered');
  return { AccessID: trade.accessId, AccessPass: trade.accessPass };
};

/** The card of a request: a token, which this uses up, or a card of a member. */
function faceOf(context: Context, fields: Fields): (Face & { memberId: string }) | { errors: string[] } {
  const { world } = context;
  if (fields.Token !== undefined) {
    const token = world.tokens.get(fields.Token);
    if (!token) return failed('EX1000301');
    if (token.usedAt !== null) return failed('EX1000302');
    if (context.now() - token.issuedAt > tokenLife) return failed('EX1000303');
    world.putToken({ ...token, usedAt: context.now() });
    return { last4: token.last4, expire: token.expire, outcome: token.outcome, memberId: '' };
  }
  const wrong = siteRefusal(context, fields);
  if (wrong) return wrong;
  const member = world.members.get(fields.MemberID ?? '');
  if (!member) return failed('E01390002');
  const card = fields.SeqMode === '1' ? member.cards[Number(fields.CardSeq)] : undefined;
  if (!card || card.isDeleted) return failed('E01240002');
  return { last4: card.last4, expire: card.expire, outcome: card.outcome, memberId: member.id };
}

const chargeReply = (trade: Trade): Fields => ({
  OrderID: trade.orderId,
  Forward: trade.forward,
  Method: trade.jobCd === 'CHECK' ? '' : '1',
  PayTimes: '',
  Approve: trade.approve,
  TranID: trade.tranId,
  TranDate: stamp(trade.processedAt),
  CheckString: hex32(),
});

/** The card company's refusal of a charge, or `null`. */
function cardRefusal(context: Context, trade: Trade, face: Face): string | null {
  const isRenewal = !trade.isProofWanted;
  switch (face.outcome) {
    case 'G02':
    case 'G03':
    case 'G12':
    case 'G44':
    case 'G83':
      return `42${face.outcome}0000`;
    case 'late_G02':
      return '42G020000';
    case 'line':
      return '42C030000';
    case 'renewal_G02':
    case 'renewal_G54':
      return isRenewal ? `42${face.outcome.slice(-3)}0000` : null;
    case 'foreign':
      return '42G650000';
    case 'bad_number':
      return 'E41170099';
    default:
      return `20${face.expire}` < stamp(context.now()).slice(0, 6) ? '42G830000' : null;
  }
}

/** Charges, or checks, a card. */
function charge(context: Context, trade: Trade, face: Face): Trade | { errors: string[] } {
  const refusal = cardRefusal(context, trade, face);
  if (refusal !== null) {
    context.change({ ...trade, status: 'UNPROCESSED', challenge: null }, `refused ${refusal}`);
    return failed(refusal);
  }
  const isCheck = trade.jobCd === 'CHECK';
  const amount = context.otherAmount ?? trade.amount;
  const charged: Trade = {
    ...trade,
    face,
    status: trade.jobCd,
    amount,
    captured: isCheck ? 0 : amount,
    tranId: nextTranId(context),
    forward: '2a99662',
    approve: String(Math.floor(context.now() / 1000) % 10_000_000),
    processedAt: context.now(),
  };
  return context.change(charged, isCheck ? 'checked' : 'captured', charged.captured);
}

const isSettled = (trade: Trade) => !['UNPROCESSED', 'AUTHPROCESS', 'AUTHENTICATED'].includes(trade.status);

/** Refused before anybody is asked to authenticate. */
const refusedAtOnce = new Set(['G02', 'G03', 'G12', 'G44', 'G83', 'line', 'foreign', 'bad_number']);

const execTran: Handler = (context, fields) => {
  const wrong = shopRefusal(context, fields);
  if (wrong) return wrong;
  const trade = openedTrade(context, fields);
  if (trade?.payType !== '0') return failed('E01110002');
  if (isSettled(trade)) return failed('E11010001');
  if (trade.status !== 'UNPROCESSED') return failed('E11010003');
  if (trade.jobCd === 'CAPTURE' && fields.Method !== '1') return failed('E01070002');
  const face = faceOf(context, fields);
  if ('errors' in face) return face;
  const known = { ...trade, face, memberId: face.memberId };
  if (trade.isProofWanted && !refusedAtOnce.has(face.outcome)) {
    if (face.outcome === 'tds_u') {
      context.change(known, 'refused E21010201');
      return failed('E21010201');
    }
    if (face.outcome !== 'frictionless' && face.outcome !== 'slow') return challenge(context, known, fields);
  }
  const charged = charge(context, known, face);
  return 'errors' in charged ? charged : { ACS: '0', ...chargeReply(charged) };
};

function challenge(context: Context, trade: Trade, fields: Fields): Result {
  if (!fields.RetUrl) return failed('E01280001');
  const key = hex32();
  context.keep(
    {
      ...trade,
      status: 'AUTHPROCESS',
      challenge: { key, returnUrl: fields.RetUrl, callback: fields.CallbackType ?? '1', state: 'open' },
    },
    'challenged',
  );
  // The real gateway leaves `&` unescaped, too.
  return { ACS: '2', RedirectUrl: `${context.url}/tds?AccessID=${trade.accessId}&t=${key}` };
}

const secureTran2: Handler = (context, fields) => {
  const wrong = shopRefusal(context, fields);
  if (wrong) return wrong;
  const trade = openedTrade(context, fields);
  if (trade?.payType !== '0' || trade.face === null) return failed('E01110002');
  if (isSettled(trade)) return failed('E11010001');
  if (trade.status !== 'AUTHENTICATED') {
    const code =
      trade.challenge?.state === 'failed'
        ? trade.face.outcome === 'tds_n'
          ? 'E21010001'
          : trade.face.outcome === 'tds_r'
            ? 'E21020001'
            : 'E21020002'
        : 'E21010007';
    context.change({ ...trade, status: 'UNPROCESSED', challenge: null }, `refused ${code}`);
    return failed(code);
  }
  const charged = charge(context, trade, trade.face);
  return 'errors' in charged ? charged : chargeReply(charged);
};

const changedReply = (trade: Trade): Fields => ({
  AccessID: trade.accessId,
  AccessPass: trade.accessPass,
  Forward: trade.forward,
  Approve: trade.approve,
  TranID: trade.tranId,
  TranDate: stamp(trade.processedAt),
});

/** Days after which the gateway takes nothing back. */
const longestUndo = 180 * 86_400_000;

function undoRefusal(context: Context, fields: Fields): Trade | { errors: string[] } {
  const wrong = shopRefusal(context, fields);
  if (wrong) return wrong;
  const trade = openedTrade(context, fields);
  if (trade?.payType !== '0') return failed('E01110002');
  if (trade.status === 'UNPROCESSED' || trade.status === 'AUTHPROCESS' || trade.status === 'AUTHENTICATED')
    return failed('E11010002');
  if (trade.status !== 'CAPTURE') return failed('E11010003');
  return context.now() - trade.processedAt > longestUndo ? failed('E11010012') : trade;
}

const alterTran: Handler = (context, fields) => {
  const trade = undoRefusal(context, fields);
  if ('errors' in trade) return trade;
  const [then, now] = [stamp(trade.processedAt), stamp(context.now())];
  const fitting =
    then.slice(0, 8) === now.slice(0, 8)
      ? 'VOID'
      : then.slice(0, 6) === now.slice(0, 6)
        ? 'RETURN'
        : 'RETURNX';
  if (fields.JobCd !== fitting) return failed('E11010003');
  if (amountOf(fields) !== trade.amount) return failed('E01060010');
  const undone: Trade = {
    ...trade,
    status: fitting,
    captured: 0,
    tranId: nextTranId(context),
    processedAt: context.now(),
  };
  return changedReply(context.change(undone, fitting.toLowerCase(), -trade.captured));
};

const changeTran: Handler = (context, fields) => {
  const trade = undoRefusal(context, fields);
  if ('errors' in trade) return trade;
  const amount = amountOf(fields);
  if (amount === null || amount < 1) return failed('E01060001');
  if (trade.face?.outcome === 'no_part') return failed('42G120000');
  const changed: Trade = {
    ...trade,
    amount,
    captured: amount,
    tranId: nextTranId(context),
    processedAt: context.now(),
  };
  return changedReply(context.change(changed, 'changed', amount - trade.captured));
};

export const cardCalls: Record<string, Handler> = {
  EntryTran: entryTran,
  ExecTran: execTran,
  SecureTran2: secureTran2,
  AlterTran: alterTran,
  ChangeTran: changeTran,
};
