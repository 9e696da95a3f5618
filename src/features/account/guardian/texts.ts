/** Wording of a guardian's confirmation (product.md V11, 3.8). */
export const texts = {
  title: '保護者の方の確認',
  checking: 'リンクを確認しています',
  asked: (learner: string, guardian: string) =>
    `${learner} さんがコノマナビに会員登録し、${guardian} 様を保護者として登録しました。`,
  points: [
    '18歳未満の方が有料の講座や模試を申し込むには、保護者の方の確認が必要です。',
    '同意しても、費用はかかりません。',
    '同意しない場合も、お子さまは無料の教材を使えます。',
  ],
  until: (date: string) => `${date}までにお答えください。`,
  confirm: '同意する',
  decline: '同意しない',
  sending: '送っています…',
  failed: '回答を送れませんでした。',
  declineTitle: '「同意しない」と回答しますか?',
  declineBody:
    'お子さまに、同意がなかったことをメールでお知らせします。あとで変えるときは、お問い合わせください。',
  confirmed: 'ご回答ありがとうございました',
  confirmedBody: '同意を受け付けました。お子さまにもメールでお知らせしました。',
  declined: '「同意しない」との回答を受け付けました',
  declinedBody: 'お子さまは、無料の教材をこれまでどおり使えます。変更するときは、お問い合わせください。',
  over: 'このリンクは使えません',
  overBody:
    'リンクの期限(7日間)が切れているか、新しいメールが送られています。いちばん新しいメールのボタンを押すか、お子さまに送り直してもらってください。',
  trouble: '確認できませんでした',
  retry: 'もう一度試す',
} as const;
