import { type Context, type Handler, shopRefusal } from '../context.ts';
import { type Fields, failed, stamp } from '../wire.ts';
import { heldYen, type Trade } from '../world.ts';
import { bankNames, latestOf } from './slips.ts';

/** Searches for transactions (money.md 3.1). */

/** From its end on, a slip is shown as expired. */
export function expireIfDue(context: Context, trade: Trade): Trade {
  const dueAt = trade.cvs?.dueAt ?? trade.bank?.dueAt;
  const isOpen = trade.status === 'REQSUCCESS' || trade.status === 'TRADING';
  if (!isOpen || dueAt === undefined || context.now() <= dueAt) return trade;
  return context.change({ ...trade, status: 'EXPIRED', processedAt: dueAt + 1_000 }, 'expired');
}

const common = (trade: Trade): Fields => ({
  Status: trade.status,
  ProcessDate: stamp(trade.processedAt),
  JobCd: trade.jobCd,
  AccessID: trade.accessId,
  AccessPass: trade.accessPass,
  ItemCode: '0000990',
  Amount: String(trade.amount),
  Tax: '0',
});

const freeFields = { ClientField1: '', ClientField2: '', ClientField3: '' };

const masked = (last4: string | undefined) => (last4 ? `************${last4}` : '');

function cardFields(context: Context, trade: Trade): Fields {
  return {
    SiteID: trade.memberId ? context.shop.siteId : '',
    MemberID: trade.memberId,
    CardNo: masked(trade.face?.last4),
    Expire: trade.face?.expire ?? '',
    Method: trade.tranId ? '1' : '',
    PayTimes: '',
    Forward: trade.forward,
    TranID: trade.tranId,
    Approve: trade.approve,
  };
}

function multiFields(trade: Trade): Fields {
  const { cvs, bank } = trade;
  if (trade.payType === '3')
    return {
      PayType: '3',
      CvsCode: cvs?.store ?? '',
      CvsConfNo: cvs?.confNo ?? '',
      CvsReceiptNo: cvs?.receiptNo ?? '',
      PaymentTerm: cvs ? stamp(cvs.dueAt) : '',
    };
  const latest = latestOf(trade);
  return {
    PayType: '36',
    GanbBankCode: bank ? bankNames.code : '',
    GanbBankName: bank ? bankNames.name : '',
    GanbBranchCode: bank ? bankNames.branchCode : '',
    GanbBranchName: bank ? bankNames.branch : '',
    GanbAccountType: bank ? '1' : '',
    GanbAccountNumber: bank?.number ?? '',
    GanbAccountHolderName: bank?.holder ?? '',
    GanbExpireDays: bank ? String(bank.days) : '',
    GanbExpireDate: bank ? stamp(bank.dueAt).slice(0, 8) : '',
    GanbTradeReason: '',
    GanbTradeClientName: bank?.client ?? '',
    GanbTotalTransferAmount: String(heldYen(trade)),
    GanbTotalTransferCount: String(bank?.transfers.length ?? 0),
    GanbLatestTransferAmount: String(latest?.amount ?? ''),
    GanbLatestTransferDate: latest?.on ?? '',
    GanbLatestTransferName: latest?.name ?? '',
    GanbLatestTransferBankName: latest ? 'ﾃｽﾄｷﾞﾝｺｳ' : '',
  };
}

/** `lag`: how many searches still return the state before the latest change. */
export function searchTrade(lag: number): Handler {
  return (context, fields) => {
    const wrong = shopRefusal(context, fields);
    if (wrong) return wrong;
    const trade = seen(context, fields.OrderID ?? '', lag);
    if (trade?.payType !== '0') return failed('E01110002');
    return { OrderID: trade.orderId, ...common(trade), ...cardFields(context, trade), ...freeFields };
  };
}

export function searchTradeMulti(lag: number): Handler {
  return (context, fields) => {
    const wrong = shopRefusal(context, fields);
    if (wrong) return wrong;
    const trade = seen(context, fields.OrderID ?? '', lag);
    if (!trade || trade.payType !== fields.PayType) return failed('M01004002');
    if (trade.payType === '0')
      return { ...common(trade), ...cardFields(context, trade), ...freeFields, PayType: '0' };
    return { ...common(trade), ...freeFields, ...multiFields(trade) };
  };
}

function seen(context: Context, orderId: string, lag: number): Trade | null {
  const stored = context.world.trades.get(orderId);
  if (!stored) return null;
  const trade = expireIfDue(context, stored);
  const before = context.world.before.get(orderId);
  if (before === undefined || before.reads >= lag) return trade;
  before.reads += 1;
  return before.trade;
}
