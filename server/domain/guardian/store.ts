import { and, eq, isNull } from 'drizzle-orm';
import type { GuardianInput } from '#contracts/profile.ts';
import type { Db, Tx } from '../../db/client.ts';
import { type GuardianRow, guardians, type UserRow, users } from '../../db/schema/accounts.ts';
import type { AppContext, Deps } from '../../deps.ts';
import { ApiError, invalid } from '../../errors.ts';
import { assertMayMail } from '../../mail/limit.ts';
import { queueMail } from '../../mail/queue.ts';
import { newToken } from '../accounts/secrets.ts';
import { hashToken } from '../accounts/tokens.ts';
import { isMinor } from '../profile/age.ts';
import { lockUser } from '../profile/store.ts';
import { answeredMail, askMail } from './mails.ts';

/** How long a guardian may take to answer, milliseconds (product.md 3.3). */
export const linkLifetime = 7 * 86_400_000;

/** Whether a parent has made the account for a child: then its address is theirs, and they may have no second one. */
async function isMadeByGuardian(db: Db, userId: number): Promise<boolean> {
  const [row] = await db.select({ registrant: users.registrant }).from(users).where(eq(users.id, userId));
  return row?.registrant === 'guardian';
}

/** Checks before anything is stored: the address is not the learner's own, and not too many mails are sent. */
export async function assertMayAsk(
  c: AppContext,
  deps: Deps,
  account: Pick<UserRow, 'id' | 'email'>,
  { email }: GuardianInput,
): Promise<void> {
  if (email === account.email && !(await isMadeByGuardian(deps.db, account.id))) {
    const detail = '保護者の方ご自身のメールアドレスを入力してください。';
    throw new ApiError(400, 'same_email', detail, { fields: { email: [detail] } });
  }
  await assertMayMail(c, deps, 'guardian', email);
}

/** Asks a guardian by mail. An earlier request becomes invalid; a confirmation stays as it is. */
export async function askGuardian(tx: Tx, deps: Deps, userId: number, input: GuardianInput): Promise<void> {
  const learner = await lockUser(tx, userId);
  const now = deps.clock.now();
  if (!isMinor(learner.birthDate, now))
    throw invalid({ guardian: ['18歳以上の方は、保護者の方の確認は必要ありません。'] });
  const [stored] = await tx.select().from(guardians).where(eq(guardians.userId, userId)).limit(1);
  if (stored?.status === 'confirmed')
    throw new ApiError(409, 'profile_locked', '保護者確認後の変更はお問い合わせください。');
  const token = newToken();
  const row = {
    userId,
    name: input.name,
    nameKana: input.name_kana,
    email: input.email,
    phone: input.phone,
    relation: input.relation,
    status: 'requested',
    tokenHash: hashToken(token),
    requested: new Date(now),
    expires: new Date(now + linkLifetime),
    decided: null,
    decidedFrom: null,
  };
  await tx.insert(guardians).values(row).onConflictDoUpdate({ target: guardians.userId, set: row });
  await queueMail(tx, deps, askMail(deps.config.appUrl, row, fullName(learner), token));
}

/** The name by which a guardian knows the learner; without a name, the address. */
export function fullName(user: Pick<UserRow, 'familyName' | 'givenName' | 'email'>): string {
  return `${user.familyName} ${user.givenName}`.trim() || user.email;
}

export type Question = { guardian: GuardianRow; learner: UserRow };

/**
 * The question behind a link; `null`: it is no link of ours, a later one was sent, a week has passed, or the learner
 * has left.
 */
export async function findQuestion(db: Db, deps: Deps, token: string): Promise<Question | null> {
  const rows = await db
    .select({ guardian: guardians, learner: users })
    .from(guardians)
    .innerJoin(users, eq(users.id, guardians.userId))
    .where(and(eq(guardians.tokenHash, hashToken(token)), isNull(users.withdrawn)))
    .limit(1);
  const found = rows[0];
  return found && found.guardian.expires.getTime() > deps.clock.now() ? found : null;
}

/** Stores the guardian's answer once. The same answer again changes nothing; the opposite answer is 409. */
export async function decide(
  tx: Tx,
  deps: Deps,
  { guardian, learner }: Question,
  status: 'confirmed' | 'declined',
  from: string,
): Promise<void> {
  if ((await lockUser(tx, learner.id)).withdrawn !== null) throw linkExpired();
  const [stored] = await tx.select().from(guardians).where(eq(guardians.userId, learner.id)).limit(1);
  if (!stored || stored.tokenHash !== guardian.tokenHash) throw linkExpired();
  if (stored.status === status) return;
  if (stored.status !== 'requested')
    throw new ApiError(409, 'conflict', 'すでに回答をいただいています。変更はお問い合わせください。');
  const decided = new Date(deps.clock.now());
  await tx
    .update(guardians)
    .set({ status, decided, decidedFrom: from })
    .where(eq(guardians.userId, learner.id));
  await queueMail(tx, deps, answeredMail(deps.config.appUrl, learner, status));
}

/** 410 for a link that has expired, was replaced or never existed: all get the same answer. */
export function linkExpired(): ApiError {
  return new ApiError(410, 'link_expired', 'リンクの有効期限が切れているか、使用済みです。');
}
