import { formatYen } from '#shared/lib/text/format.ts';

/** Wording of the withdrawal (product.md 2.3.J, 3.3; the periods are those of the privacy policy). */
export const texts = {
  title: '退会',
  lead: '退会すると、すべての端末でログアウトし、もうログインできません。',
  lost: '使えなくなるもの',
  lostItems: [
    '購入した講座。視聴できる期間が残っていても、見られなくなります。',
    '定期購入。お支払い済みの期間や無料期間が残っていても、すぐに使えなくなります。日割りの返金はありません。期間の終わりまで使うときは、先に解約し、期間が終わってから退会してください。',
    'しおり、お気に入り、メモ、理解度、学習の記録。',
    'この端末に保存した授業と、まだ送信していない変更。すぐに消えます。',
  ],
  plans: '定期購入を確かめる',
  kept: '残るもの',
  keptItems: [
    '登録の内容と学習の記録は、30日後に消えます。まちがえて退会したときは、それまでにお問い合わせください。',
    'お問い合わせの記録と、法律で決められた注文の記録は、プライバシーポリシーの期間だけ残ります。',
    '同じメールアドレスでは、30日後から登録し直せます。',
  ],
  privacy: 'プライバシーポリシー',
  contact: '困っていることを相談する',
  reason: '退会の理由',
  reasonHint: 'よりよくするために使います。',
  reasonLong: '退会の理由は1000文字以内で入力してください。',
  password: '現在のパスワード',
  submit: '退会の確認へ進む',
  busy: '退会しています…',
  failed: '退会できませんでした。',
  askTitle: '本当に退会しますか?',
  askBody:
    '購入した講座・定期購入と学習の記録は使えなくなり、この端末に保存したものはすべて消えます。元にはもどせません。',
  confirm: '退会する',
  ordersTitle: 'お支払いが済んでいないご注文があります',
  ordersBody: (orders: { order_no: string; total: number; received: number }[]) => {
    const names = orders.map(({ order_no, total }) => `${order_no}(${formatYen(total)})`).join('、');
    const received = orders.reduce((sum, one) => sum + one.received, 0);
    const back =
      received === 0
        ? '料金は発生していません。'
        : `お振り込み済みの${formatYen(received)}は、口座へお返しします。返金先の口座は、退会の前に購入履歴で登録するか、退会の後にお問い合わせからお知らせください。`;
    return `${names}を取り消すと、退会できます。${back}お手元のお支払い番号やお振込先は使えなくなります。`;
  },
  ordersConfirm: '未払いの注文を取り消して退会する',
  done: '退会の手続きが完了しました。ご利用ありがとうございました。',
} as const;
