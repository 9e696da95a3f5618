import { holdsCardNumber } from '#contracts/cardNumber.ts';

const most = 500;

/** The error of a reason for a cancellation, which may be left out (money.md 7, row 49); `null`: none. */
export function checkReason(reason: string): string | null {
  if (reason.length > most) return `理由は${most}文字以内で入力してください。`;
  return holdsCardNumber(reason) ? 'カード番号は、ここに入力しないでください。' : null;
}
