import { and, desc, eq, isNotNull, ne } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { users } from '../../db/schema/accounts.ts';
import { examEntries } from '../../db/schema/exam.ts';

/** Values with which 基本情報 of an entry begins. Texts; empty: not known. */
type StartInfo = Record<
  | 'family_name'
  | 'given_name'
  | 'family_name_kana'
  | 'given_name_kana'
  | 'grade'
  | 'school'
  | 'track'
  | 'prefecture',
  string
>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The values of the last entry for another exam; empty: there is none yet. */
async function lastInfo(db: Db, userId: number, examId: number): Promise<Record<string, unknown>> {
  const [row] = await db
    .select({ info: examEntries.basicInfo })
    .from(examEntries)
    .where(
      and(eq(examEntries.userId, userId), ne(examEntries.examId, examId), isNotNull(examEntries.basicInfo)),
    )
    .orderBy(desc(examEntries.modified), desc(examEntries.id))
    .limit(1);
  return { ...row?.info };
}

/**
 * Values with which 基本情報 of a new entry can begin (product.md 2.3.L): from the profile, and where the profile is empty,
 * from the entry before. 内申 must be typed, because it changes each term. Nothing is stored.
 */
export async function startInfo(db: Db, userId: number, examId: number): Promise<StartInfo> {
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  const last = await lastInfo(db, userId, examId);
  const known = (own: string | null | undefined, name: keyof StartInfo) => own || textOf(last[name]);
  // A guardian takes no exam: the learner's grade can only come from the entry before.
  const grade = user?.grade === 'guardian' ? '' : user?.grade;
  return {
    family_name: known(user?.familyName, 'family_name'),
    given_name: known(user?.givenName, 'given_name'),
    family_name_kana: known(user?.familyNameKana, 'family_name_kana'),
    given_name_kana: known(user?.givenNameKana, 'given_name_kana'),
    grade: known(grade, 'grade'),
    school: known(user?.school?.name, 'school'),
    track: textOf(last.track),
    prefecture: known(user?.school?.prefecture, 'prefecture'),
  };
}
