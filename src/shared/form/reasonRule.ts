import { holdsCardNumber } from '#contracts/cardNumber.ts';

const most = 500;

/** What is wrong with a reason for calling something off, which may be left out (money.md 7, row 49); `null`: nothing. */
export function checkReason(reason: string): string | null {
  if (reason.length > most) return `理由は${most}文字以内で入力してください。`;
  return holdsCardNumber(reason) ? 'カード番号は、ここに入力しないでください。' : null;
}
