import { formatCount } from '#shared/lib/text/format.ts';

/** Wording of しおり, the bookmark of a course. */
export const texts = {
  title: 'しおり',
  lead: '気になる講座や、くり返し見たい講座をまとめておけます。',
  toggle: (course: string) => `「${course}」にしおりを付ける`,
  added: 'しおりを付けました。',
  removed: (course: string) => `「${course}」のしおりを外しました`,
  off: 'しおりを外しました',
  putBack: '付け直す',
  remove: '外す',
  notOwned: '未購入の講座',
  count: (count: number) => `${formatCount(count)}件のしおり`,
  lessons: (count: number) => `${formatCount(count)}レッスン`,
  listLabel: 'しおりを付けた講座',
  emptyTitle: 'しおりはまだありません',
  emptyBody: '気になる講座にしおりを付けると、ここに並びます。',
  toLibrary: '講座を見る',
} as const;
