import type { z } from 'zod/mini';
import type { GuardianStatus, profileSchema, relations } from '#contracts/profile.ts';
import type { Db } from '../db/client.ts';
import type { GuardianRow, UserRow } from '../db/schema/accounts.ts';
import type { Deps } from '../deps.ts';
import { countUnread } from '../domain/notice/store.ts';
import { userWithGuardian } from '../domain/profile/store.ts';
import { defaultHours } from '../domain/push/quiet.ts';

const defaultPreference = {
  furigana: false,
  font_scale: 'normal',
  theme: 'system',
  playback_rate: 1,
  caption: true,
  wifi_only: false,
  ...defaultHours,
  review_flagged: true,
} as const;

/** What needs a request is off by default: offers, and reports to another person. */
const defaultNotify = {
  notice_mail: true,
  learning_mail: true,
  sale_mail: false,
  push: true,
  guardian_report: false,
};

/** The state of a guardian's confirmation; a request that nobody answered expires (product.md 3.8). */
export function guardianStatus(row: GuardianRow | null, now: number): GuardianStatus {
  if (!row) return 'none';
  return row.status === 'requested' && row.expires.getTime() <= now
    ? 'expired'
    : (row.status as GuardianStatus);
}

function presentGuardian(row: GuardianRow | null, now: number): z.input<typeof profileSchema>['guardian'] {
  if (!row) return null;
  const { name, nameKana, email, phone, status } = row;
  return {
    name,
    name_kana: nameKana,
    email,
    phone,
    relation: row.relation as (typeof relations)[number],
    status: guardianStatus(row, now),
    confirmed_at: status === 'confirmed' ? (row.decided?.toISOString() ?? null) : null,
  };
}

/** The user as GET /accounts/user/ answers it, without a wrapper (specification.md 3). */
export function presentUser(
  user: UserRow,
  guardian: GuardianRow | null,
  unread: number,
  now: number,
): z.input<typeof profileSchema> {
  return {
    id: user.id,
    email: user.email,
    family_name: user.familyName,
    given_name: user.givenName,
    family_name_kana: user.familyNameKana,
    given_name_kana: user.givenNameKana,
    birth_date: user.birthDate,
    grade: user.grade,
    school: user.school,
    phone: user.phone,
    goal: user.goal,
    registrant: user.registrant,
    guardian: presentGuardian(guardian, now),
    scope: user.scope,
    preference: { ...defaultPreference, ...user.preference },
    notify: { ...defaultNotify, ...user.notify },
    profile_completed: user.profileCompleted,
    must_change_password: user.mustChangePassword,
    unread_count: unread,
  };
}

/** The user as GET accounts/user/ answers it. */
export async function readUser(db: Db, deps: Deps, userId: number): Promise<ReturnType<typeof presentUser>> {
  const { user, guardian } = await userWithGuardian(db, userId);
  const now = deps.clock.now();
  const unread = await countUnread(db, userId, new Date(now));
  return presentUser(user, guardian, unread, now);
}
