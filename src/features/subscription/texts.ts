import type { PayFailure } from '#contracts/shopOrder.ts';
import { formatCount, formatYen } from '#shared/lib/text/format.ts';
import { dayInJapan as day, endInJapan, momentInJapan as moment } from '#shared/lib/text/japanTime.ts';
import type { Stand } from './model.ts';

/** Wording of plans and contracts that renew themselves (product.md 2.3.H, money.md 4.14 to 4.16). */
export const texts = {
  yen: formatYen,
  day,
  moment,
  title: '定期購入の内容',
  online: 'この操作にはインターネット接続が必要です。接続が戻ると、続けられます。',
  working: '手続きしています…',
  keep: 'やめる',

  stands: {
    starting: '手続き中',
    trial: '無料期間中',
    active: '利用中',
    late: 'お支払いの確認が必要',
    closed: '停止中',
    cancelled: '解約済み(期間中)',
    pausing: '利用中(お休みの予約あり)',
    paused: 'お休み中',
    ended: '終了',
    checking: '確認しています',
  } satisfies Record<Stand, string>,

  rows: {
    title: 'ご利用中の定期購入',
    list: '定期購入の一覧',
    next: (at: number, amount: number | null) =>
      amount === null ? `次回のお支払い ${day(at)}` : `次回のお支払い ${day(at)} ${formatYen(amount)}`,
    until: (end: number) => `${endInJapan(end)}まで利用できます`,
    endedOn: (end: number) => `${moment(end)}に終了しました`,
    more: 'ほかの定期購入は、下の「お支払いの記録」から確かめられます。',
  },

  status: {
    title: 'ご契約のようす',
    price: '料金',
    next: '次回のお支払い',
    nextTry: '次にお支払いを試す日時',
    amount: '次回の金額',
    trialEnd: '無料期間',
    trialUntil: (end: number) => `${endInJapan(end)}まで`,
    started: 'お申し込み日',
    periodEnd: 'いまの期間',
    until: (end: number) => `${endInJapan(end)}まで`,
    says: {
      starting: 'お申し込みの手続きが途中です。手続きが済むと、学習を始められます。',
      trial: '無料期間のうちに解約すると、料金はかかりません。',
      active: '解約するまで、自動で更新します。',
      late: '前回のお支払いを確認できませんでした。講座は、いまもこれまで通り見られます。',
      closed: 'お支払いを確認できないため、講座の利用を止めています。学習の記録は残っています。',
      cancelled: '',
      pausing: '',
      paused: '',
      ended: 'この定期購入は終了しました。学習の記録は残っています。',
      checking: 'ご契約のようすを確認しています。もう一度お支払いになる必要はありません。',
    } satisfies Record<Stand, string>,
    cancelledUntil: (end: number) => `解約の手続きは済んでいます。${endInJapan(end)}までご利用いただけます。`,
    pausing: (from: number, until: number) =>
      `${day(from)}から${endInJapan(until)}まで、お休みの予約をしています。お休みの間は、講座を見られません。料金もかかりません。`,
    paused: (until: number) =>
      `${endInJapan(until)}まで、お休みしています。お休みの間は、講座を見られません。料金もかかりません。`,
    goOn: '手続きを続ける',
    again: 'もう一度申し込む',
    study: '学習を始める',
  },

  trouble: {
    title: 'お支払いを確認できませんでした',
    why: {
      limit: 'カードのご利用可能額を超えていました。',
      not_accepted: 'カード会社がお支払いを認めませんでした。',
      input: 'カードの番号か有効期限が、いまのものと違っていました。',
      tds: '本人認証が完了しませんでした。',
      token: 'カードの情報を、もう一度入力していただく必要があります。',
      locked: 'お支払いを続けて確認できませんでした。',
      closed: 'カードでのお支払いを受け付けられませんでした。',
      trial_used: 'このカードでは、無料期間を以前にご利用いただいています。',
      unknown: 'お支払い結果を確認しています。もう一度お支払いになる必要はありません。',
    } satisfies Record<PayFailure, string>,
    needsCard: 'このカードには、これ以上お支払いを求めません。別のカードを登録してください。',
    suspends: (at: number) => `${day(at)}までにお支払いを確認できないときは、講座の利用を止めます。`,
    gives: (at: number) => `${day(at)}までに確認できないときは、定期購入を終了します。`,
    retry: 'いまお支払いをする',
    retryHint: (amount: string) => `登録のカードに、${amount}のお支払いを求めます。`,
    failed: 'お支払いの手続きができませんでした',
    charging: 'お支払いの手続きをしています。この画面を閉じても、手続きは続きます。',
    slow: 'お支払い結果を確認しています。もう一度お支払いになる必要はありません。結果はメールでもお知らせします。',
    again: 'いま確認する',
  },

  price: {
    title: '料金が変わります',
    body: (before: number, after: number, from: string) =>
      `${from}から、${formatYen(before)}が${formatYen(after)}に変わります。`,
    choice:
      '同意いただけないときは、いまの期間の終わりに、自動で終了します。高い料金が請求されることはありません。',
    agree: (after: number) => `新しい料金(${formatYen(after)})に同意する`,
    agreed: '新しい料金への同意を受け付けました。',
    failed: '同意を受け付けられませんでした',
    fromNext: '次回のお支払い',
  },

  courses: {
    title: 'このプランで見られる講座',
    more: (count: number) => `ほか${formatCount(count)}講座`,
  },

  card: {
    title: 'お支払いのカード',
    none: 'お支払いのカードが登録されていません。',
    change: 'カードを変える',
    paysNow: (amount: string) =>
      `カードを変えると、まだお済みでない${amount}のお支払いも、このカードで行います。`,
    checked: '新しいカードには、本人認証(3Dセキュア)があります。',
    save: 'このカードにする',
    failed: 'カードを変えられませんでした',
    changed: 'お支払いのカードを変えました。',
    cardTrouble:
      'カード情報を確認できませんでした。料金は発生していません。時間をおいてもう一度お試しください。',
    late: 'カード入力欄を読み込めません。時間をおいて、もう一度お試しください。',
  },

  pause: {
    title: 'お休み',
    lead: '1年に1回、1か月だけお休みできます。',
    facts: (from: string) => [
      `${from}から1か月間、このプランの講座は見られなくなります。`,
      'その間、料金はかかりません。学習の記録やメモは残ります。',
      '1か月後に、自動で再開します。更新の日は変わりません。',
    ],
    nextPeriod: '次の更新日',
    start: '1か月お休みする',
    sure: '1か月お休みしますか?',
    confirm: 'お休みする',
    done: 'お休みの予約をしました。',
    failed: 'お休みの予約ができませんでした',
  },

  resume: {
    unpause: 'お休みを終えて再開する',
    unpauseBody: (amount: string) =>
      `今日から、もう一度講座を見られます。今日、${amount}のお支払いを行い、次回からは今日の日付で更新します。`,
    unpauseSure: 'いま再開しますか?',
    confirm: '再開する',
    unplan: 'お休みの予約を取り消す',
    unplanned: 'お休みの予約を取り消しました。',
    resumed: '再開の手続きを受け付けました。',
    failed: '手続きできませんでした',
  },

  cancel: {
    title: '解約',
    start: '解約する',
    endTitle: '解約した後',
    trial: (end: number) =>
      `無料期間の最後の日、${endInJapan(end)}まで、これまで通り使えます。料金はかかりません。`,
    paid: (end: number) => `${endInJapan(end)}まで、これまで通り使えます。`,
    atOnce: '解約すると、このプランの講座は、すぐに見られなくなります。',
    noCharge: (at: number, amount: string) => `${day(at)}の${amount}のお支払いは、行いません。`,
    stays: [
      '学習の記録、理解度、メモ、しおりは、解約の後も残ります。',
      '1つずつ購入した講座は、これまで通り見られます。',
    ],
    undoLater: (end: number) => `${endInJapan(end)}までは、解約を取り消せます。`,
    reason: '解約の理由',
    reasonHint: '書かなくてもかまいません。500文字以内です。',
    confirm: '解約を確定する',
    failed: '解約できませんでした',
    done: (end: number) => `解約しました。${endInJapan(end)}までご利用いただけます。`,
    doneAtOnce: '解約しました。',
    mailed: '同じ内容を、メールでもお送りしました。',
    undo: '解約を取り消す',
    undone: '解約を取り消しました。これまで通り続けられます。',
    undoFailed: '取り消せませんでした',
  },

  invoices: {
    title: 'お支払いの記録',
    none: 'まだお支払いはありません。',
    free: '無料期間の開始',
    stands: {
      paid: 'お支払い済み',
      confirmed: '確認しています',
      authenticating: '確認しています',
      failed: 'お支払い未完了',
      canceled: '取り消し済み',
      expired: '期限切れ',
      refund_requested: '返金の手続き中',
      partially_refunded: '一部返金済み',
      refunded: '返金済み',
    } as Readonly<Record<string, string>>,
    checking: '確認しています',
    open: (date: string) => `${date}のお支払いの内容を見る`,
  },

  begun: {
    trialEnd: '無料期間',
    next: '次回のお支払い',
    first: '最初のお支払い',
    nextLine: (at: number, amount: number) => `${moment(at)} ${formatYen(amount)}`,
    stopBody: '購入履歴の「定期購入」から、いつでも解約できます。',
    manage: '定期購入の内容を見る',
  },
} as const;
