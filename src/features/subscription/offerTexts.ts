import { formatCount } from '#shared/lib/text/format.ts';

/** Wording of plans where they are offered. Without the texts of contracts: the catalogue shows offers, too. */
export const offerTexts = {
  title: '定額で学べるプラン',
  none: 'いま、お申し込みになれるプランはありません。講座は1つずつ購入できます。',
  has: 'ご利用中です',
  toSubscription: '内容を見る',
  apply: 'このプランを申し込む',
  applyOf: (name: string) => `「${name}」を申し込む`,
  courses: (count: number) => `${formatCount(count)}講座が見られます`,
  freeCancel: '無料期間のうちに解約すると、料金はかかりません。',
} as const;
