import { formatCount, formatDuration, formatLongDay, formatYen } from '#shared/lib/text/format.ts';
import type { Grade, Level, Sort } from './model.ts';

const gradeNames: Record<Grade, string> = {
  j1: '中学1年',
  j2: '中学2年',
  j3: '中学3年',
  h1: '高校1年',
  h2: '高校2年',
  h3: '高校3年',
  graduate: '高校を卒業した人',
  adult: '社会人',
};

const levelNames: Record<Level, string> = { basic: '基礎', standard: '標準', high: '応用', top: '難関' };

const sortNames: Record<Sort, string> = {
  recommended: 'おすすめ順',
  new: '新しい順',
  price: '価格が安い順',
  price_desc: '価格が高い順',
};

/** Wording of the catalogue. */
export const texts = {
  title: '講座を探す',
  lead: '目次と料金、サンプル授業は、会員登録をしなくても見られます。',
  searchLabel: '講座をことばで探す',
  searchPlaceholder: '講座・授業・講師の名前',
  clearSearch: '検索をやめる',
  filters: '絞り込み',
  moreFilters: (chosen: number) => (chosen > 0 ? `絞り込み(${formatCount(chosen)}件選択中)` : '絞り込み'),
  subjectLabel: '教科で絞り込む',
  allSubjects: 'すべての教科',
  gradeLabel: '学年',
  levelLabel: 'レベル',
  teacherLabel: '講師',
  priceLabel: '価格',
  limitedLabel: '販売期間',
  limitedOnly: '期間限定のみ',
  any: 'すべて',
  unknownTeacher: '選んだ講師',
  sortLabel: '並び順',
  sort: (sort: Sort) => sortNames[sort],
  grade: (grade: string): string => gradeNames[grade as Grade] ?? '',
  level: (level: string | null): string => levelNames[(level ?? '') as Level] ?? '',
  atMost: (price: string) => `${formatYen(Number(price))}まで`,
  count: (count: number) => `${formatCount(count)}講座`,
  reset: '条件をリセット',
  emptyTitle: '該当する講座がありません',
  emptyBody:
    '条件を減らすか、ほかのことばで探してみてください。どれを選ぶか迷うときは、お問い合わせから相談できます。',
  toContact: '講座の相談をする',
  noCourses: '公開中の講座はまだありません',
  noCoursesBody: '講座が公開されると、ここに並びます。',
  listLabel: '講座の一覧',
  purchased: '購入済み',
  soldUntil: (day: string) => `${formatLongDay(day)}まで`,
  expired: '視聴期限切れ',
  price: formatYen,
  taxIncluded: '(税込)',
  addToCart: 'カートに入れる',
  addAgain: 'もう一度購入',
  addCourse: (name: string) => `「${name}」をカートに入れる`,
  toCart: 'カートを見る',
  added: 'カートに入れました。',
  offline: 'この操作にはインターネット接続が必要です。電波の良い場所で、もう一度押してください。',
  facts: (lessons: number, seconds: number) =>
    [`${formatCount(lessons)}レッスン`, formatDuration(seconds)].filter(Boolean).join('・'),
} as const;
