import { createHmac } from 'node:crypto';
import type { Keys } from '../../keys.ts';

/** Crockford's base 32: no two of its signs look alike. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * The check sign. It detects one wrong sign, or two neighbours that changed places: a weighted sum modulo 31, so below
 * 32.
 */
function checkSign(values: readonly number[]): string {
  const sum = values.reduce((total, value, at) => (total + value * (at + 2)) % 31, 0);
  return alphabet[sum] ?? '0';
}

/** Ten signs made of a hash; the last is a check sign. */
function signsOf(sum: Buffer): string {
  const values = [...sum.subarray(0, 9)].map((byte) => byte % 32);
  return `${values.map((value) => alphabet[value]).join('')}${checkSign(values)}`;
}

/** 受付番号: `XXXXX-XXXXX` of the attempt and when it was handed in (exams.md 3.8). */
export function receiptNo(keys: Pick<Keys, 'receipt'>, attempt: string, submittedAt: Date): string {
  const sum = createHmac('sha256', keys.receipt).update(`no|${attempt}|${submittedAt.getTime()}`).digest();
  const signs = signsOf(sum);
  return `${signs.slice(0, 5)}-${signs.slice(5)}`;
}

/** The number of an incident, made in the same way. */
export function incidentNo(keys: Pick<Keys, 'receipt'>, attempt: string): string {
  const signs = signsOf(createHmac('sha256', keys.receipt).update(`incident|${attempt}`).digest());
  return `T${signs.slice(0, 4)}-${signs.slice(5)}`;
}

/** The seal behind a receipt: a hash over state, time and the number of later merges. Hex. */
export function sealOf(
  keys: Pick<Keys, 'receipt'>,
  {
    attempt,
    rev,
    digest,
    submittedAt,
    n,
  }: { attempt: string; rev: number; digest: string; submittedAt: Date; n: number },
): string {
  const text = `seal|${attempt}|${rev}|${digest}|${submittedAt.getTime()}|${n}`;
  return createHmac('sha256', keys.receipt).update(text).digest('hex');
}
