import type {
  Answer,
  BankSlip,
  CvsSlip,
  EntryRequest,
  IssueBankRequest,
  IssueCvsRequest,
  TradeRef,
  Transfer,
} from '../port.ts';
import { unknownFailure } from './call.ts';
import { checked, type Gmo, shopOf, yen } from './context.ts';
import { readTime } from './times.ts';
import { storeOf } from './words.ts';

/** Calls for slips of convenience stores and accounts of a bank (money.md 3.1). */

const bankCalls = {
  ganb: { entry: 'EntryTranGANB', exec: 'ExecTranGANB' },
  virtualaccount: { entry: 'EntryTranVirtualaccount', exec: 'ExecTranVirtualaccount' },
} as const;

export function entrySlip(gmo: Gmo, request: EntryRequest) {
  const name = request.method === 'cvs' ? 'EntryTranCvs' : bankCalls[gmo.settings.bankKind].entry;
  return gmo.caller.ask({
    name,
    kind: 'other',
    fields: { ...shopOf(gmo), OrderID: request.gatewayOrderId, Amount: request.amount, Tax: 0 },
    expected: ['AccessID', 'AccessPass'],
  });
}

const tradeFields = (gmo: Gmo, trade: TradeRef) => ({
  ...shopOf(gmo),
  AccessID: trade.access.id,
  AccessPass: trade.access.pass,
  OrderID: trade.gatewayOrderId,
});

export async function issueCvs(gmo: Gmo, request: IssueCvsRequest): Promise<Answer<{ slip: CvsSlip }>> {
  const { cvsContact } = gmo.settings;
  const answer = await gmo.caller.ask({
    name: 'ExecTranCvs',
    kind: 'charge',
    fields: {
      ...tradeFields(gmo, request),
      Convenience: request.store,
      CustomerName: request.buyer.name,
      CustomerKana: request.buyer.kana.replaceAll(/\s/g, ''),
      TelNo: request.buyer.phone,
      PaymentTermDay: request.termDays,
      ReceiptsDisp11: cvsContact.name,
      ReceiptsDisp12: cvsContact.phone,
      ReceiptsDisp13: cvsContact.hours,
    },
    expected: ['OrderID', 'Convenience', 'ConfNo', 'ReceiptNo', 'PaymentTerm', 'TranDate', 'CheckString'],
  });
  return checked(answer, (read) =>
    read.OrderID !== request.gatewayOrderId
      ? null
      : {
          slip: {
            kind: 'cvs' as const,
            store: storeOf(read.Convenience),
            confirmNo: read.ConfNo || null,
            receiptNo: read.ReceiptNo || null,
            dueAt: readTime(read.PaymentTerm),
          },
        },
  );
}

export async function issueBank(gmo: Gmo, request: IssueBankRequest): Promise<Answer<{ slip: BankSlip }>> {
  const isGanb = gmo.settings.bankKind === 'ganb';
  const answer = await gmo.caller.ask({
    name: bankCalls[gmo.settings.bankKind].exec,
    kind: 'charge',
    fields: {
      ...tradeFields(gmo, request),
      TradeDays: request.termDays,
      ...(isGanb ? { TradeClientName: request.buyer.name } : {}),
    },
    expected: [
      'AccessID',
      'BankCode',
      'BankName',
      'BranchCode',
      'BranchName',
      'AccountType',
      'AccountNumber',
      'AvailableDate',
    ],
  });
  return checked(answer, (read) =>
    read.AccessID !== request.access.id
      ? null
      : {
          slip: {
            kind: 'bank' as const,
            bankCode: read.BankCode ?? '',
            bankName: fullWidth(read.BankName),
            branchCode: read.BranchCode ?? '',
            branchName: fullWidth(read.BranchName),
            accountType: accountTypeOf(read.AccountType),
            accountNumber: read.AccountNumber ?? '',
            accountHolder: fullWidth(read.AccountHolderName),
            dueAt: readTime(read.AvailableDate, '235959'),
          },
        },
  );
}

/** Banks write half-width kana; people read full-width kana. */
export const fullWidth = (text: string | undefined) => (text ?? '').normalize('NFKC');
export const accountTypeOf = (code: string | undefined) =>
  code === '2' ? ('current' as const) : ('ordinary' as const);

export async function cancelSlip(
  gmo: Gmo,
  trade: TradeRef & { method: 'cvs' | 'bank' },
): Promise<Answer<object>> {
  // There is no known call that closes an account of this kind: it closes by itself at its date.
  if (trade.method === 'bank' && gmo.settings.bankKind === 'virtualaccount')
    return { kind: 'refused', codes: ['no_such_call'], alarm: false };
  const [name, done] = trade.method === 'cvs' ? ['CvsCancel', 'CANCEL'] : ['CancelTranGANB', 'STOP'];
  const answer = await gmo.caller.ask({
    name: name as string,
    kind: 'undo',
    fields: tradeFields(gmo, trade),
    expected: [
      'OrderID',
      'Status',
      ...(trade.method === 'bank' ? ['TotalTransferAmount', 'TotalTransferCount'] : []),
    ],
  });
  return checked(answer, (read) =>
    read.OrderID === trade.gatewayOrderId && read.Status === done ? {} : null,
  );
}

/** Pieces of a line: date, payer, bank, branch, amount. */
const linePieces = 5;

export async function transfers(gmo: Gmo, trade: TradeRef): Promise<Answer<{ transfers: Transfer[] }>> {
  if (gmo.settings.bankKind === 'virtualaccount') return { kind: 'ok', transfers: [] };
  const answer = await gmo.caller.askLines({
    name: 'InquiryTransferGANB',
    kind: 'other',
    fields: tradeFields(gmo, trade),
  });
  if (answer.kind !== 'ok') return answer;
  const rows = answer.lines.map((line) => line.split('|'));
  if (
    rows.some(
      (row) => row.length !== linePieces || !/^\d{8}$/.test(row[0] ?? '') || !/^\d+$/.test(row[4] ?? ''),
    )
  )
    return unknownFailure('unreadable');
  return {
    kind: 'ok',
    transfers: rows.map(([date = '', payer, bank, branch, amount]) => ({
      on: `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`,
      payer: fullWidth(payer),
      from: [fullWidth(bank), fullWidth(branch)].filter((part) => part !== '').join(' '),
      amount: yen(amount),
    })),
  };
}
