import { formatCount } from '#shared/lib/text/format.ts';

/** Wording of the teachers' pages. */
export const teacherTexts = {
  teacherTitle: '講師紹介',
  teacherLead: '授業をつくり、教えている講師です。',
  teacherName: '講師',
  teachersLabel: '講師の一覧',
  teacherCount: (count: number) => `${formatCount(count)}人`,
  noTeacherTitle: '条件に合う講師が見つかりません',
  noTeacherBody: '教科の条件を外すと、すべての講師を見られます。',
  career: '経歴',
  message: 'メッセージ',
  teacherCourses: '担当している講座',
  toTeacherCourses: 'この講師の講座を見る',
  noTeacherCourses: '公開中の講座は、いまはありません。',
  toTeachers: '講師の一覧へ',
} as const;
