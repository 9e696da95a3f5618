import { formatCount } from '#shared/lib/text/format.ts';

/** Wording of お気に入り, the favorite lessons. */
export const texts = {
  title: 'お気に入り',
  count: (count: number) => `${formatCount(count)}件の授業`,
  noCourse: 'そのほかの授業',
  toggle: (lesson: string) => `「${lesson}」をお気に入りに入れる`,
  remove: (lesson: string) => `「${lesson}」をお気に入りから外す`,
  removed: (lesson: string) => `「${lesson}」をお気に入りから外しました`,
  added: 'お気に入りに入れました。',
  emptyTitle: 'お気に入りはまだありません',
  emptyBody: '授業画面の★を押すと登録できます。',
  emptyCourseTitle: 'この講座のお気に入りはありません',
  showAll: 'すべてのお気に入りを見る',
  toLibrary: '講座を見る',
} as const;
