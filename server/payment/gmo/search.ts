import type { Answer, Observation, PayMethod, Slip, TradeStatus } from '../port.ts';
import { type Gmo, shopOf, yen } from './context.ts';
import { accountTypeOf, fullWidth } from './slips.ts';
import { readTime } from './times.ts';
import { payTypes, statusOf, storeOf } from './words.ts';

/** Searches for one attempt (money.md 3.1): the only source of money state (R3). */

const base = ['Status', 'ProcessDate', 'AccessID', 'AccessPass', 'Amount'] as const;
const expectedKeys: Record<'card' | 'cvs' | 'ganb' | 'virtualaccount', readonly string[]> = {
  card: [...base, 'OrderID', 'JobCd', 'Tax', 'Forward', 'TranID', 'Approve'],
  cvs: [...base, 'PayType', 'CvsCode', 'CvsConfNo', 'CvsReceiptNo', 'PaymentTerm'],
  ganb: [
    ...base,
    'PayType',
    'GanbAccountNumber',
    'GanbExpireDate',
    'GanbTotalTransferAmount',
    'GanbTotalTransferCount',
  ],
  virtualaccount: [...base, 'PayType', 'VaAccountNumber', 'VaAvailableDate'],
};

type Fields = Record<string, string>;

function bankSlip(read: Fields, prefix: 'Ganb' | 'Va', due: string | undefined): Slip | null {
  const field = (name: string) => read[`${prefix}${name}`];
  if (!field('AccountNumber')) return null;
  return {
    kind: 'bank',
    bankCode: field('BankCode') ?? '',
    bankName: fullWidth(field('BankName')),
    branchCode: field('BranchCode') ?? '',
    branchName: fullWidth(field('BranchName')),
    accountType: accountTypeOf(field('AccountType')),
    accountNumber: field('AccountNumber') ?? '',
    accountHolder: fullWidth(field('AccountHolderName')),
    dueAt: readTime(due, '235959'),
  };
}

function cvsSlip(read: Fields): Slip | null {
  if (!read.CvsReceiptNo && !read.CvsConfNo) return null;
  return {
    kind: 'cvs',
    store: storeOf(read.CvsCode),
    confirmNo: read.CvsConfNo || null,
    receiptNo: read.CvsReceiptNo || null,
    dueAt: readTime(read.PaymentTerm),
  };
}

/** Yen in and number of payments, where the gateway gives no sums of its own: either all or nothing. */
function wholeSum(status: TradeStatus, amount: number) {
  return status === 'captured'
    ? { receivedTotal: amount, receivedCount: 1 }
    : { receivedTotal: 0, receivedCount: 0 };
}

function observed(read: Fields, kind: keyof typeof expectedKeys): Observation {
  const status = statusOf(read.Status);
  const amount = yen(read.Amount) + yen(read.Tax);
  const sums =
    kind === 'ganb'
      ? { receivedTotal: yen(read.GanbTotalTransferAmount), receivedCount: yen(read.GanbTotalTransferCount) }
      : wholeSum(status, amount);
  const slip =
    kind === 'cvs'
      ? cvsSlip(read)
      : kind === 'ganb'
        ? bankSlip(read, 'Ganb', read.GanbExpireDate)
        : kind === 'virtualaccount'
          ? bankSlip(read, 'Va', read.VaAvailableDate)
          : null;
  return {
    status,
    amount,
    ...sums,
    slip,
    tranId: read.TranID || null,
    processedAt: readTime(read.ProcessDate),
    access: { id: read.AccessID ?? '', pass: read.AccessPass ?? '' },
    word: read.Status ?? '',
  };
}

/** The gateway's codes for an OrderID that it has never heard of. */
const absent = new Set(['E01110002', 'M01004002']);

export async function search(
  gmo: Gmo,
  trade: { gatewayOrderId: string; method: PayMethod },
): Promise<Answer<{ observation: Observation | null }>> {
  const isCard = trade.method === 'card' || trade.method === 'card_check';
  const kind = isCard ? 'card' : trade.method === 'cvs' ? 'cvs' : gmo.settings.bankKind;
  const answer = await gmo.caller.ask({
    name: isCard ? 'SearchTrade' : 'SearchTradeMulti',
    kind: 'other',
    fields: {
      ...shopOf(gmo),
      OrderID: trade.gatewayOrderId,
      ...(isCard ? {} : { PayType: payTypes[kind] }),
    },
    expected: expectedKeys[kind],
    expects: absent,
  });
  if (answer.kind === 'ok') return { kind: 'ok', observation: observed(answer.fields, kind) };
  if (
    answer.kind === 'not_started' &&
    answer.codes.length > 0 &&
    answer.codes.every((code) => absent.has(code))
  )
    return { kind: 'ok', observation: null };
  return answer;
}
