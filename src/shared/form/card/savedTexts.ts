import type { PayFailure } from '#contracts/shopOrder.ts';
import { brandName } from './savedCards.ts';

/** Texts about kept cards, wherever they are shown or chosen (money.md 4.14). */
export const savedTexts = {
  name: (brand: string, last4: string) => [brandName(brand), `末尾 ${last4}`].filter(Boolean).join(' '),
  expiry: (month: number, year: number) => `有効期限 ${year}年${month}月`,
  soon: 'まもなく期限切れ',
  expired: '期限切れ',
  isDefault: 'いつものカード',
  inUse: '定期購入で使用中',
  choose: 'お支払いに使うカード',
  fresh: '新しいカードを使う',
  save: 'このカードを、次回からのお支払いのために保存する',
  saveHint: '保存したカードは、設定の「お支払いのカード」から、いつでも削除できます。',
  saveFull: (limit: number) =>
    `カードは${limit}枚まで保存できます。保存するには、設定の「お支払いのカード」から1枚を削除してください。`,
  planSaves: 'このカードは、次回からのお支払いのために保存されます。',
  check: {
    asking: 'カードを確認しています。この画面を閉じないでください。',
    leaving: '本人認証のページへ移動しています…',
    challenge:
      'カード会社の画面で本人認証を終えると、登録が完了します。いまのところ、料金は発生していません。',
    toChallenge: '本人認証へ進む',
    slow: '確認に時間がかかっています。もう一度登録する必要はありません。料金は発生していません。',
    again: 'いま確認する',
    failedTitle: 'カードを登録できませんでした',
    why: {
      limit: 'このカードでは登録できません。別のカードをお試しください。',
      not_accepted: 'このカードは登録できません。カード会社にご確認いただくか、別のカードをお試しください。',
      input: 'カード番号・有効期限・セキュリティコードをご確認ください。',
      tds: '本人認証が完了しませんでした。',
      token: 'カード情報の有効時間が過ぎました。お手数ですが、もう一度入力してください。',
      locked: 'カードを続けて確認できませんでした。1時間ほどたってから、お試しください。',
      closed: 'カードの登録は、ただいま受け付けていません。時間をおいてお試しください。',
      trial_used: 'このカードでは、無料期間を以前にご利用いただいています。',
      unknown: '登録できたかどうかを確認しています。',
    } satisfies Record<PayFailure, string>,
    noReason: '時間をおいて、もう一度お試しください。',
    uncharged: '料金は発生していません。',
  },
} as const;

/** Why a card could not be kept, in words. */
export function checkFailureText(failure: string | null): string {
  const why: Readonly<Record<string, string>> = savedTexts.check.why;
  return `${(failure && why[failure]) || savedTexts.check.noReason}${savedTexts.check.uncharged}`;
}
