import { createHash } from 'node:crypto';
import type { NotificationReading } from '../port.ts';
import { yen } from './context.ts';
import { readTime } from './times.ts';
import { decodeAnswer } from './wire.ts';
import { methodOf, statusOf } from './words.ts';

/** Reads what the gateway posts to us (money.md 4.10): a form whose bytes are escaped Windows-31J. */

function unescaped(text: string): string | null {
  const bytes: number[] = [];
  for (let place = 0; place < text.length; place += 1) {
    const letter = text[place] as string;
    const hex = letter === '%' ? text.slice(place + 1, place + 3) : '';
    if (/^[0-9a-f]{2}$/i.test(hex)) {
      bytes.push(Number.parseInt(hex, 16));
      place += 2;
    } else {
      bytes.push(letter === '+' ? 0x20 : letter.charCodeAt(0));
    }
  }
  return decodeAnswer(Uint8Array.from(bytes));
}

function fieldsOf(body: Uint8Array): Record<string, string> | null {
  const fields: Record<string, string> = {};
  // One letter for each byte, so that bytes without an escape stay unchanged.
  for (const piece of Buffer.from(body).toString('latin1').split('&')) {
    const at = piece.indexOf('=');
    if (at < 1) return null;
    const value = unescaped(piece.slice(at + 1));
    if (value === null) return null;
    // The database keeps no letters without a sign.
    fields[piece.slice(0, at)] = value.replace(/\p{Cc}/gu, '');
  }
  return fields;
}

/**
 * What an operator may read: states, sums, dates and numbers of the transaction. For everything else only its presence
 * is shown.
 */
const readable =
  /^(OrderID|AccessID|Status|JobCd|Amount|Tax|Currency|PayType|TranID|TranDate|ErrCode|ErrInfo|ErrDetail|PaymentTerm|FinishDate|ReceiptDate|CvsCode|GanbTotalTransfer\w+|GanbInAmount|GanbSettlementDate|GanbExpireDate)$/;

/** Anybody can send a body: what is kept of one is about as long as the gateway's own. */
const most = { fields: 80, name: 40, value: 100, text: 2000, id: 64 } as const;

function masked(fields: Record<string, string>): string {
  return Object.entries(fields)
    .slice(0, most.fields)
    .map(([name, value]) => {
      const shown = value === '' || readable.test(name) ? value.slice(0, most.value) : '***';
      return `${name.slice(0, most.name).replace(/\p{Cc}/gu, '')}=${shown}`;
    })
    .join('&')
    .slice(0, most.text);
}

const digest = (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex');

/** Fields that identify an event of notifications. Not only `AccessID` and `Status`: two deposits have the same. */
const eventFields = [
  'AccessID',
  'Status',
  'JobCd',
  'TranID',
  'TranDate',
  'Amount',
  'GanbTotalTransferAmount',
  'GanbTotalTransferCount',
  'FinishDate',
  'ErrInfo',
] as const;

/** The gateway's check that we are reachable (money.md 3.4, row 79). */
const ping = 'E00000000';

export function readNotification(shopId: string, body: Uint8Array): NotificationReading {
  const fields = fieldsOf(body);
  if (fields === null) return { kind: 'unreadable', dedupKey: digest(body), masked: '' };
  if (fields.ErrInfo === ping) return { kind: 'ping' };
  if (fields.ShopID !== shopId) return { kind: 'foreign' };
  const method = methodOf(fields.PayType, fields.JobCd);
  if (!fields.OrderID || !fields.AccessID || !fields.Status || method === null)
    return { kind: 'unreadable', dedupKey: digest(body), masked: masked(fields) };
  const isGanb = fields.GanbTotalTransferAmount !== undefined;
  return {
    kind: 'trade',
    gatewayOrderId: fields.OrderID.slice(0, most.id),
    accessId: fields.AccessID,
    method,
    status: statusOf(fields.Status),
    amount: yen(fields.Amount) + yen(fields.Tax),
    receivedTotal: isGanb ? yen(fields.GanbTotalTransferAmount) : null,
    receivedCount: isGanb ? yen(fields.GanbTotalTransferCount) : null,
    tranId: fields.TranID?.slice(0, most.id) || null,
    processedAt: readTime(fields.TranDate),
    codes: (fields.ErrInfo ?? '').split('|').filter((code) => code !== ''),
    dedupKey: digest(eventFields.map((name) => fields[name] ?? '').join('\n')),
    masked: masked(fields),
  };
}
