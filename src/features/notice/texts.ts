import { formatCount } from '#shared/lib/text/format.ts';
import type { Category } from './model.ts';

const categoryNames: Record<Category, string> = {
  important: '重要',
  info: 'お知らせ',
  exam: '模試',
  campaign: 'キャンペーン',
  maintenance: 'メンテナンス',
};

/** Wording of the notices. */
export const texts = {
  title: 'お知らせ',
  category: (category: string): string => categoryNames[category as Category] ?? 'お知らせ',
  allCategories: 'すべて',
  filterLabel: '種類で絞り込む',
  listLabel: 'お知らせの一覧',
  count: (count: number) => `${formatCount(count)}件`,
  unread: '未読',
  pinned: '固定',
  readAll: 'すべて既読にする',
  readAllDone: 'すべて既読にしました。',
  emptyTitle: 'お知らせはまだありません',
  emptyBody: '新しいお知らせが届くと、ここに並びます。',
  emptyCategoryTitle: 'この種類のお知らせはありません',
  showAll: 'すべてのお知らせを見る',
  previous: '前のお知らせ',
  next: '次のお知らせ',
  toList: 'お知らせの一覧へ',
  around: 'ほかのお知らせ',
  seeAll: 'すべて見る',
} as const;
