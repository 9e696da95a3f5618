import type { Plan } from '#contracts/shopSubscription.ts';
import { formatYen } from '../text/format.ts';

/** Wording of plans, wherever one is offered, bought or shown. */
export const planTexts = {
  /** 「月額 980円(税込)」 */
  price: ({ price, interval }: Pick<Plan, 'price' | 'interval'>) =>
    `${interval === 'year' ? '年額' : '月額'} ${formatYen(price)}(税込)`,
  trial: (days: number) => `はじめの${days}日間は無料`,
  /** A plan has no end, so its price for a year is shown (money.md 6). */
  yearly: (yearlyPrice: number) => `1年間では ${formatYen(yearlyPrice)}`,
  renews: '解約するまで、自動で更新します。',
  stop: 'マイページから、いつでも解約できます。',
} as const;
