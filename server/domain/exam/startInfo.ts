import { and, desc, eq, isNotNull, ne } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { users } from '../../db/schema/accounts.ts';
import { examEntries } from '../../db/schema/exam.ts';

/** 基本情報 that an entry begins with. Texts; empty: not known. */
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

/** What was entered last for another exam; empty: nothing yet. */
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
 * What 基本情報 of a new entry can begin with (product.md 2.3.L): the profile, and where it says nothing the entry before.
 * 内申 is left to be typed: it is another one each term. Nothing is stored by it.
 */
export async function startInfo(db: Db, userId: number, examId: number): Promise<StartInfo> {
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  const last = await lastInfo(db, userId, examId);
  const known = (own: string | null | undefined, name: keyof StartInfo) => own || textOf(last[name]);
  // A guardian sits no exam: whose grade it is stands in the entry before, if anywhere.
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
