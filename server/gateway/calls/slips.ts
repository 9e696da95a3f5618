import {
  amountOf,
  digits,
  type Handler,
  hex32,
  newTrade,
  openedTrade,
  orderIdRefusal,
  shopRefusal,
} from '../context.ts';
import { endOfDay, type Fields, failed, stamp } from '../wire.ts';
import type { Trade } from '../world.ts';
import { heldYen } from '../world.ts';

/** Calls for slips of convenience stores and for accounts of a bank (money.md 3.1). */

const stores = new Set(['00007', '10001', '10002', '10005', '10008']);
/** Least and most yen that a store takes. */
const cvsRange = { least: 200, most: 299_999 };

function entry(payType: '3' | '36'): Handler {
  return (context, fields) => {
    const family = payType === '3' ? 'M01' : 'E01';
    const wrong = shopRefusal(context, fields) ?? orderIdRefusal(context, fields.OrderID, family);
    if (wrong) return wrong;
    const amount = amountOf(fields);
    if (amount === null || amount < 1) return failed('M01005006');
    if (payType === '3' && (amount < cvsRange.least || amount > cvsRange.most)) return failed('M01005011');
    const trade = context.keep(
      newTrade(context, { orderId: fields.OrderID as string, payType, amount }),
      'entered',
    );
    const access = { AccessID: trade.accessId, AccessPass: trade.accessPass };
    return payType === '3' ? access : { OrderID: trade.orderId, ...access };
  };
}

/** Days until a slip is over, or `null`: no such number. */
function termOf(text: string | undefined): number | null {
  return /^\d{1,2}$/.test(text ?? '') && Number(text) > 0 ? Number(text) : null;
}

/** Numbers as each chain has them: 7-Eleven and others differ. */
function numbersOf(store: string): { confNo: string; receiptNo: string } {
  if (store === '00007') return { confNo: '', receiptNo: digits(13) };
  if (store === '10002') return { confNo: '20020', receiptNo: digits(12) };
  return { confNo: '400008', receiptNo: digits(11) };
}

const execCvs: Handler = (context, fields) => {
  const wrong = shopRefusal(context, fields);
  if (wrong) return wrong;
  const trade = openedTrade(context, fields);
  if (trade?.payType !== '3') return failed('M01002002');
  if (trade.status !== 'UNPROCESSED') return failed('M01004014');
  const term = termOf(fields.PaymentTermDay);
  const wrongs = [
    stores.has(fields.Convenience ?? '') ? '' : 'M01009002',
    fields.CustomerName ? '' : 'M01011001',
    /^[\u30a1-\u30fe]+$/.test(fields.CustomerKana ?? '') ? '' : 'M01013013',
    /^[\d-]{9,13}$/.test(fields.TelNo ?? '') ? '' : 'M01014006',
    term === null ? 'M01015011' : '',
    fields.ReceiptsDisp11 ? '' : 'M01036001',
    /^[\d-]+$/.test(fields.ReceiptsDisp12 ?? '') ? '' : 'M01037006',
    /^\d\d:\d\d-\d\d:\d\d$/.test(fields.ReceiptsDisp13 ?? '') ? '' : 'M01038006',
  ].filter((code) => code !== '');
  if (wrongs.length > 0 || term === null) return failed(...wrongs);
  const store = fields.Convenience as string;
  const issued: Trade = {
    ...trade,
    status: 'REQSUCCESS',
    processedAt: context.now(),
    cvs: {
      store,
      ...numbersOf(store),
      dueAt: endOfDay(context.now(), term),
      name: fields.CustomerName as string,
      paidAt: null,
    },
  };
  context.change(issued, 'issued');
  return {
    OrderID: issued.orderId,
    Convenience: store,
    ConfNo: issued.cvs?.confNo ?? '',
    ReceiptNo: issued.cvs?.receiptNo ?? '',
    PaymentTerm: stamp(issued.cvs?.dueAt ?? 0),
    TranDate: stamp(context.now()),
    ReceiptUrl: '',
    CheckString: hex32(),
  };
};

const cvsCancel: Handler = (context, fields) => {
  const wrong = shopRefusal(context, fields);
  if (wrong) return wrong;
  const trade = openedTrade(context, fields);
  if (trade?.payType !== '3') return failed('M01002002');
  if (trade.status !== 'REQSUCCESS') return failed('E11010003');
  context.change({ ...trade, status: 'CANCEL', processedAt: context.now() }, 'cancelled');
  return { OrderID: trade.orderId, Status: 'CANCEL' };
};

/** The bank's names as it writes them. */
export const bankNames = { code: '0310', name: 'ｼﾞｰｴﾑｵｰｱｵｿﾞﾗﾈﾂﾄ', branchCode: '503', branch: 'ｶｲｶﾞﾗ' };
const holder = 'ﾃｽﾄﾖｳ ｺﾉﾏﾅﾋﾞ';

const execGanb: Handler = (context, fields) => {
  const wrong = shopRefusal(context, fields);
  if (wrong) return wrong;
  const trade = openedTrade(context, fields);
  if (trade?.payType !== '36') return failed('E01110002');
  if (trade.status !== 'UNPROCESSED') return failed('E11010001');
  const days = termOf(fields.TradeDays);
  if (days === null) return failed('E01930013');
  const issued: Trade = {
    ...trade,
    status: 'TRADING',
    processedAt: context.now(),
    bank: {
      number: digits(7),
      holder,
      days,
      dueAt: endOfDay(context.now(), days),
      client: fields.TradeClientName ?? '',
      transfers: [],
    },
  };
  context.change(issued, 'issued');
  return {
    AccessID: issued.accessId,
    BankCode: bankNames.code,
    BankName: bankNames.name,
    BranchCode: bankNames.branchCode,
    BranchName: bankNames.branch,
    AccountType: '1',
    AccountNumber: issued.bank?.number ?? '',
    AccountHolderName: holder,
    AvailableDate: stamp(issued.bank?.dueAt ?? 0).slice(0, 8),
  };
};

/** The newest deposit, or the empty fields of none. */
export function latestOf(trade: Trade) {
  return trade.bank?.transfers.at(-1) ?? null;
}

const cancelGanb: Handler = (context, fields) => {
  const wrong = shopRefusal(context, fields);
  if (wrong) return wrong;
  const trade = openedTrade(context, fields);
  if (trade?.payType !== '36') return failed('E01110002');
  if (trade.status !== 'TRADING' && trade.status !== 'EXPIRED') return failed('E11010003');
  const stopped = context.change({ ...trade, status: 'STOP', processedAt: context.now() }, 'stopped');
  const latest = latestOf(stopped);
  const sums: Fields = {
    TotalTransferAmount: String(heldYen(stopped)),
    TotalTransferCount: String(stopped.bank?.transfers.length ?? 0),
    LatestTransferAmount: String(latest?.amount ?? 0),
    LatestTransferDate: latest?.on ?? '',
    LatestTransferName: latest?.name ?? '',
    LatestTransferBankName: latest ? 'ﾃｽﾄｷﾞﾝｺｳ' : '',
    LatestTransferBranchName: latest ? 'ﾎﾝﾃﾝ' : '',
  };
  return {
    OrderID: trade.orderId,
    Status: 'STOP',
    ClientField1: '',
    ClientField2: '',
    ClientField3: '',
    ...sums,
  };
};

const inquiryGanb: Handler = (context, fields) => {
  const wrong = shopRefusal(context, fields);
  if (wrong) return wrong;
  const trade = openedTrade(context, fields);
  if (trade?.payType !== '36') return failed('E01110002');
  return {
    lines: (trade.bank?.transfers ?? []).map(
      (transfer) => `${transfer.on}|${transfer.name}|ﾃｽﾄｷﾞﾝｺｳ|ﾎﾝﾃﾝ|${transfer.amount}`,
    ),
  };
};

export const slipCalls: Record<string, Handler> = {
  EntryTranCvs: entry('3'),
  ExecTranCvs: execCvs,
  CvsCancel: cvsCancel,
  EntryTranGANB: entry('36'),
  ExecTranGANB: execGanb,
  CancelTranGANB: cancelGanb,
  InquiryTransferGANB: inquiryGanb,
};
