import { type RefundOffer, type RefundQuote, refundAccountInputSchema } from '#contracts/shopRefund.ts';

/** What is refunded if an offer covers only some of the items. */
export function chosenTotal({ lines }: RefundOffer, items: readonly string[]): number {
  return lines.reduce((sum, { item, amount }) => (items.includes(item) ? sum + amount : sum), 0);
}

/** Whether there is nothing to say about refunds. */
export function isSilent({ offers, closed, refunds }: RefundQuote): boolean {
  return offers.length === 0 && closed.length === 0 && refunds.length === 0;
}

/** Whether an account is missing, or may still be changed. */
export function accountNeed({ refunds }: RefundQuote): 'missing' | 'changeable' | null {
  const open = refunds.filter(({ takes_account }) => takes_account);
  if (open.length === 0) return null;
  return open.some(({ account_tail }) => account_tail === null) ? 'missing' : 'changeable';
}

/** What is typed of an account; `type` is chosen. */
export type AccountValues = {
  bank_name: string;
  bank_code: string;
  branch_name: string;
  branch_code: string;
  type: 'ordinary' | 'current';
  number: string;
  holder: string;
};
export const accountFields = [
  'bank_name',
  'bank_code',
  'branch_name',
  'branch_code',
  'number',
  'holder',
] as const;

/** Fields of an account that the server would refuse. */
export function wrongFields(values: AccountValues): ReadonlySet<string> {
  const read = refundAccountInputSchema.safeParse(values);
  return new Set(read.success ? [] : read.error.issues.map(({ path }) => String(path[0])));
}
