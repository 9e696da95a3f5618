/**
 * The six items that have to be read before a plan is ordered (money.md 6): each charge, the first date, and what a
 * year costs, because it has no end. Pure. If you change a sentence here, raise `confirmVersion` of confirmText.ts.
 */
import type { ConfirmBlock } from '#contracts/shopCheckout.ts';
import type { PlanTerms, Snapshot } from '../../db/schema/shop.ts';
import { startOfDay } from '../money/jstDate.ts';
import { anchorDay, periodFrom, trialFrom } from '../money/renewalDates.ts';
import { dayText, methodNames, momentText, yen } from '../money/wording.ts';
import { japaneseDay } from '../watchhistory/studyTime.ts';

export type PlanFacts = {
  plan: PlanTerms;
  name: string;
  /** Names of its courses. */
  contents: readonly string[];
  saleEndsAt: Date | null;
  /** When the offer was computed, epoch milliseconds: days are counted from its day in Japan. */
  offeredAt: number;
};

const each = { month: '1か月', year: '1年' } as const;
const every = { month: '毎月', year: '毎年' } as const;

/** What a year of a plan costs. */
export function yearlyPrice({ price, interval }: Pick<PlanTerms, 'price' | 'interval'>): number {
  return interval === 'year' ? price : price * 12;
}

/** When the first charge after the order is made, for an order of the day on which the offer is read. */
export function firstRenewal(
  plan: PlanTerms,
  isTrial: boolean,
  offeredAt: number,
): { dueOn: string; from: number } {
  if (isTrial) {
    const { dueOn, freeUntil } = trialFrom(offeredAt, plan.trialDays);
    return { dueOn, from: freeUntil };
  }
  const { nextDueOn } = periodFrom(japaneseDay(offeredAt), anchorDay(offeredAt), plan.interval);
  return { dueOn: nextDueOn, from: startOfDay(nextDueOn) };
}

function priceLines({ isTrial }: Snapshot, { plan, offeredAt }: PlanFacts): string[] {
  const { dueOn } = firstRenewal(plan, isTrial, offeredAt);
  const day = dayText(new Date(startOfDay(dueOn)));
  return [
    ...(isTrial
      ? [
          `はじめの${plan.trialDays}日間: 0円`,
          `無料期間の後: ${every[plan.interval]} ${yen(plan.price)}(税込)`,
        ]
      : [`${every[plan.interval]} ${yen(plan.price)}(税込)`, `今回のお支払い ${yen(plan.price)}`]),
    `${isTrial ? '初回' : '次回'}のお支払い: ${day}に${yen(plan.price)}(本日お申し込みの場合)`,
    `解約するまで自動で更新され、${every[plan.interval]}同じ日(その日がない月は末日)に請求されます。`,
    `1年間続けた場合の金額: ${yen(yearlyPrice(plan))}(期間の定めのない契約です)`,
    'インターネットの通信料は、お客さまのご負担です。',
  ];
}

function paymentLines({ card, isTrial }: Snapshot): string[] {
  const name = [card?.brand, card && `末尾${card.last4}`].filter(Boolean).join(' ');
  return [
    `${methodNames.card}${name === '' ? '' : `(${name})`} 1回払い`,
    isTrial
      ? 'ご注文の確定後、本人認証(3Dセキュア)でカードを確認します。この時点で料金はかかりません。'
      : 'ご注文の確定後、本人認証(3Dセキュア)が済んだときに決済します。',
    '2回目以降は、お支払い日の午前9時から9時30分ごろに、同じカードで決済します。7日前と前日にメールでお知らせします。',
    'カードは、次回以降のお支払いのために保存します。いつでも別のカードに変更できます。',
  ];
}

function cancelLines({ isTrial }: Snapshot): string[] {
  return [
    '解約は、購入履歴の「定期購入」からいつでもできます。違約金はかかりません。',
    ...(isTrial ? ['無料期間中に解約すると、料金はかかりません。無料期間の終わりまで使えます。'] : []),
    '解約すると、次回から請求されません。お支払い済みの期間の終わりまで使えます。日割りの返金はありません。',
    '料金を上げるときは30日以上前にお知らせします。同意がないときは、新しい料金を請求せずに終了します。',
    'くわしくは「特定商取引法に基づく表記」と「利用規約」をご覧ください。',
  ];
}

/** The six items of a plan, in the order in which they are read. */
export function planConfirmText(snapshot: Snapshot, facts: PlanFacts): ConfirmBlock[] {
  const { plan, name, contents, saleEndsAt } = facts;
  const end = saleEndsAt === null ? null : `「${name}」のお申し込みは、${momentText(saleEndsAt)}までです。`;
  return [
    {
      key: 'items',
      title: '内容と分量',
      lines: [
        `定期購入「${name}」(${each[plan.interval]}ごとの自動更新)`,
        `内容: ${contents.map((one) => `「${one}」`).join('')}の${contents.length}講座`,
        '視聴できる期間: 契約が続いている間',
      ],
    },
    { key: 'price', title: '価格', lines: priceLines(snapshot, facts) },
    { key: 'payment', title: 'お支払いの方法と時期', lines: paymentLines(snapshot) },
    {
      key: 'delivery',
      title: '見られるようになる時期',
      lines: [
        snapshot.isTrial ? 'カードの確認後、すぐに見られます。' : 'お支払いの完了後、すぐに見られます。',
      ],
    },
    { key: 'cancel', title: '取り消し・返品・解約', lines: cancelLines(snapshot) },
    { key: 'deadline', title: 'お申し込みの期限', lines: [end ?? 'お申し込みの期限はありません。'] },
  ];
}
