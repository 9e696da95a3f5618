/** Wording of the frames of the pages after the order; the rest comes with the order itself (performance.md 3). */
export const frameTexts = {
  title: 'ご注文の内容',
  failed: 'お支払いのご確認',
  looking: '読み込んでいます。',
  needsLogin: 'ご注文の内容は、ログインすると見られます。',
  noOrder: 'ご注文が見つからないため、カートを開きました。ご注文のようすは、購入履歴で確かめられます。',
} as const;
