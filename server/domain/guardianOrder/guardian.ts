/** Which guardian has to agree to what somebody under 18 buys (money.md 4.11). */
import type { Db } from '../../db/client.ts';
import type { GuardianRow, UserRow } from '../../db/schema/accounts.ts';
import type { GuardianOrderRow } from '../../db/schema/guardianOrder.ts';
import type { OrderRow } from '../../db/schema/order.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import { openSealed } from '../order/sealed.ts';
import { isMinor } from '../profile/age.ts';
import { findGuardian } from '../profile/store.ts';

/** How long a guardian has to answer, and then again to pay, milliseconds. */
export const guardianMs = 7 * 86_400_000;

/** The guardian as they were known when they were asked. */
export type AskedGuardian = { name: string; email: string };

/** Throws when it was sealed with another secret. */
export function openAsked(
  keys: Deps['keys'],
  row: Pick<GuardianOrderRow, 'guardian'>,
): Promise<AskedGuardian> {
  return openSealed<AskedGuardian>(keys, row.guardian);
}

/** The guardian who can be asked; `null`: none is known, or they have said that they are not the guardian. */
export async function guardianToAsk(db: Db, userId: number): Promise<GuardianRow | null> {
  const row = await findGuardian(db, userId);
  return row && (row.status === 'requested' || row.status === 'confirmed') ? row : null;
}

/** Whether a guardian has to agree; what costs nothing needs no consent. */
export function needsGuardian(
  { birthDate }: Pick<UserRow, 'birthDate'>,
  total: number,
  now: number,
): boolean {
  return total > 0 && isMinor(birthDate, now);
}

/** 403: a buyer under 18 has named no guardian who could be asked. */
export function guardianRequired(): ApiError {
  return new ApiError(
    403,
    'guardian_required',
    '18歳未満の方のお申し込みには、保護者の方の確認が必要です。プロフィールで保護者の方を登録すると、続けられます。カートの中身は残っています。',
  );
}

/**
 * Refuses a card for a buyer under 18: the guardian enters their own card on a separate page, and it is not kept for
 * the learner. Stores and banks are open to everybody.
 */
export function assertBuyerMayPayBy(
  order: Pick<OrderRow, 'status'>,
  row: Pick<GuardianOrderRow, 'decision'> | null,
  method: string,
): void {
  if (method !== 'card' || row === null || row.decision === 'released') return;
  throw new ApiError(
    409,
    'method_closed',
    order.status === 'awaiting_guardian'
      ? '保護者の方の確認が済むと、お支払いへ進めます。'
      : 'クレジットカードでのお支払いは、保護者の方にお送りしたメールのページからお願いします。コンビニ払い・銀行振込は、ここからお支払いいただけます。',
  );
}
