import type { PayFailure } from '#contracts/shopOrder.ts';
import { clockInJapan } from '#shared/lib/text/japanTime.ts';
import { texts } from './texts.ts';

const { yen } = texts;

/** A learner under 18 can pay by no card: a card is their guardian's to type in, on the page of the mail. */
const guardianPays =
  'コンビニ・銀行振込を選ぶか、カードのときは、保護者の方に、メールのページからもう一度手続きしてもらってください。';

/**
 * Wording of a payment that failed, and of the money of an order that is not paid (product.md 3.5, money.md 6). The
 * reasons say nothing of a charge: only the facts of the order know whether there was one.
 */
export const failureTexts = {
  why: {
    limit: 'カードのご利用可能額を超えています。別のカードか、コンビニ・銀行振込をお選びください。',
    not_accepted:
      'このカードではお支払いできません。カード会社にご確認いただくか、別の方法をお選びください。',
    input: 'カード番号・有効期限・セキュリティコードをご確認ください。',
    tds: '本人認証が完了しませんでした。',
    token: 'カード情報の有効時間が過ぎました。お手数ですが、もう一度入力してください。',
    locked: 'お支払いを続けて確認できませんでした。コンビニ・銀行振込をご利用ください。',
    closed: 'このお支払い方法は、ただいま使えません。別の方法をお選びください。',
    trial_used:
      'このカードでは、無料期間を以前にご利用いただいています。無料期間なしで、もう一度お申し込みください。',
    unknown: 'お支払い結果を確認しています。もう一度お支払いになる必要はありません。',
  } satisfies Record<PayFailure, string>,
  /** For a plan, which only a card can pay. */
  ofPlan: {
    limit: 'カードのご利用可能額を超えています。別のカードでお試しください。',
    not_accepted:
      'このカードではお支払いできません。カード会社にご確認いただくか、別のカードでお試しください。',
    locked: 'カードを続けて確認できませんでした。時間をおいて、もう一度お試しください。',
    closed: 'カードでのお支払いは、ただいま使えません。時間をおいて、もう一度お試しください。',
  } as Partial<Record<PayFailure, string>>,
  ofChild: {
    limit: `カードのご利用可能額を超えていました。${guardianPays}`,
    not_accepted: `このカードではお支払いできませんでした。${guardianPays}`,
    input: `カード番号・有効期限・セキュリティコードのどれかが違っていました。${guardianPays}`,
    tds: `本人認証が完了しませんでした。${guardianPays}`,
    token: `カード情報の有効時間が過ぎました。${guardianPays}`,
    locked: 'カードでのお支払いを続けて確認できませんでした。コンビニ・銀行振込をお選びください。',
  } as Partial<Record<PayFailure, string>>,
  noReason: 'お支払いを完了できませんでした。別の方法をお選びください。',
  noReasonOfPlan: 'お支払いを完了できませんでした。別のカードでお試しください。',
  lockedUntil: (at: number) =>
    `お支払いを続けて確認できませんでした。${clockInJapan(at)}以降にお試しいただくか、コンビニ・銀行振込をご利用ください。`,
  lockedUntilOfPlan: (at: number) =>
    `カードを続けて確認できませんでした。${clockInJapan(at)}以降に、もう一度お試しください。`,
  lockedUntilOfChild: (at: number) =>
    `カードでのお支払いを続けて確認できませんでした。コンビニ・銀行振込をお選びください。カードのときは、${clockInJapan(at)}以降に、保護者の方がメールのページから手続きできます。`,
  over: 'このご注文は、期限切れか取り消し済みです。',

  /** What is known of the money. */
  money: {
    uncharged: '料金は発生していません。',
    soFar: 'いまのところ、料金は発生していません。',
    checking: '二重に請求されることはありません。結果は、この画面とメールでお知らせします。',
    held: (received: number) =>
      `${yen(received)}を受け取り、内容を確認しています。二重に請求されることはありません。結果は、この画面とメールでお知らせします。`,
    late: (received: number) =>
      `期限後のご入金を確認しました。担当者がご連絡します。受け取った金額は${yen(received)}です。同じ講座をもう一度購入する前に、ご連絡をお待ちください。`,
    lateCanceled: (received: number) =>
      `取り消した後のご入金を確認しました。担当者がご連絡します。受け取った金額は${yen(received)}です。同じ講座をもう一度購入する前に、ご連絡をお待ちください。`,
    part: (received: number) =>
      `お振り込みは一部(${yen(received)})だけでした。受け取った金額は、すべて返金します。返金先の口座の登録は、メールと、ご注文の内容の「返品・返金」でご案内します。`,
    charged: (received: number) =>
      `カードへの請求(${yen(received)})を確認しました。全額を返金します。返金のようすは、メールでお知らせします。`,
    returned: 'カードへの請求を取り消し、全額を返金しました。明細への反映には日数がかかることがあります。',
    asking:
      'お支払いを受け取っていたときは、返金の手続きをして、メールでお知らせします。二重に請求されることはありません。',
  },
} as const;
