import { eq } from 'drizzle-orm';
import type { Notify } from '#contracts/profile.ts';
import { mergeSettings } from '#contracts/settingsRule.ts';
import type { Db, Tx } from '../../db/client.ts';
import { type GuardianRow, guardians, type UserRow, users } from '../../db/schema/accounts.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import { assertBirthDate, isMinor } from './age.ts';

/** A user's own row, locked against other changes while `tx` runs. */
export async function lockUser(tx: Tx, userId: number): Promise<UserRow> {
  const [row] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
  if (!row) throw new Error('user vanished');
  return row;
}

export async function findGuardian(db: Db, userId: number): Promise<GuardianRow | null> {
  const rows = await db.select().from(guardians).where(eq(guardians.userId, userId)).limit(1);
  return rows[0] ?? null;
}

/** A user; `undefined`: the account is gone. */
export async function findUser(db: Db, userId: number): Promise<UserRow | undefined> {
  const [user] = await db.select().from(users).where(eq(users.id, userId)).limit(1);
  return user;
}

/** A user with their guardian, when they have named one. */
export async function userWithGuardian(
  db: Db,
  userId: number,
): Promise<{ user: UserRow; guardian: GuardianRow | null }> {
  const [found] = await db
    .select()
    .from(users)
    .leftJoin(guardians, eq(guardians.userId, users.id))
    .where(eq(users.id, userId))
    .limit(1);
  if (!found) throw new Error('user vanished');
  return { user: found.users, guardian: found.guardians };
}

export type ProfileChange = Partial<
  Pick<
    UserRow,
    | 'familyName'
    | 'givenName'
    | 'familyNameKana'
    | 'givenNameKana'
    | 'birthDate'
    | 'grade'
    | 'school'
    | 'phone'
    | 'goal'
    | 'profileCompleted'
  >
>;

/** Columns for what a learner sent; fields that were left out are not among them. */
export function columnsOf(input: {
  family_name?: string | undefined;
  given_name?: string | undefined;
  family_name_kana?: string | undefined;
  given_name_kana?: string | undefined;
  birth_date?: string | undefined;
  grade?: string | undefined;
  school?: { name: string; prefecture: string } | null | undefined;
  phone?: string | undefined;
  goal?: string | null | undefined;
}): ProfileChange {
  const columns = {
    familyName: input.family_name,
    givenName: input.given_name,
    familyNameKana: input.family_name_kana,
    givenNameKana: input.given_name_kana,
    birthDate: input.birth_date,
    grade: input.grade,
    school: input.school,
    phone: input.phone,
    goal: input.goal,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

/** 409 `profile_locked`: only the support desk can change this birth date. */
function locked(detail: string): ApiError {
  return new ApiError(409, 'profile_locked', detail, { fields: { birth_date: [detail] } });
}

/**
 * Checks a changed birth date. After a guardian's confirmation it stays (product.md 2.3.J, 3.3). Before that, a learner
 * who said to be under 18 may correct the day, but not become of age by it: otherwise they could avoid the guardian's
 * confirmation.
 */
async function assertMayBeBorn(tx: Tx, stored: UserRow, birthDate: string, now: number): Promise<void> {
  if (birthDate === stored.birthDate) return;
  assertBirthDate(birthDate, now);
  const guardian = await findGuardian(tx, stored.id);
  if (guardian?.status === 'confirmed') throw locked('保護者確認後の変更はお問い合わせください。');
  const wasMinor = stored.birthDate !== null && isMinor(stored.birthDate, now);
  if (wasMinor && !isMinor(birthDate, now))
    throw locked('18歳以上の生年月日への変更は、お問い合わせください。');
}

/** Changes what a learner says about themselves, the birth date only as `assertMayBeBorn` allows. */
export async function changeProfile(
  tx: Tx,
  deps: Deps,
  userId: number,
  change: ProfileChange,
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  const stored = await lockUser(tx, userId);
  if (change.birthDate) await assertMayBeBorn(tx, stored, change.birthDate, deps.clock.now());
  const modified = new Date(deps.clock.now());
  await tx
    .update(users)
    .set({ ...change, modified })
    .where(eq(users.id, userId));
}

/** What a learner chose on a device, and when by the server's clock. */
type Choices = { preference: Partial<UserRow['preference']>; notify: Partial<Notify>; at: Date };

/** Merges preference and notify by field and time, so that the last choice of a field wins on every device. */
export async function changeChoices(
  tx: Tx,
  deps: Deps,
  userId: number,
  { preference, notify, at }: Choices,
): Promise<void> {
  const timesOf = (fields: object) =>
    Object.fromEntries(Object.keys(fields).map((field) => [field, at.getTime()]));
  const stored = await lockUser(tx, userId);
  const chosen = mergeSettings<UserRow['preference']>(
    { values: stored.preference, at: stored.preferenceAt },
    { values: preference, at: timesOf(preference) },
  );
  const heard = mergeSettings<Partial<Notify>>(
    { values: stored.notify, at: stored.preferenceAt },
    { values: notify, at: timesOf(notify) },
  );
  await tx
    .update(users)
    .set({
      preference: chosen.values,
      notify: heard.values,
      preferenceAt: { ...(chosen.at as Record<string, number>), ...(heard.at as Record<string, number>) },
      modified: new Date(deps.clock.now()),
    })
    .where(eq(users.id, userId));
}
