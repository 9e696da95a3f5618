import { formatYen } from '#shared/lib/text/format.ts';
import { texts as orderTexts } from '../texts.ts';

const { moment } = orderTexts;

/** Wording of an order that a guardian is asked about (product.md 3.8); for a parent who has never seen this site. */
export const texts = {
  title: 'お申し込みの確認',
  payTitle: 'お支払い',

  ask: {
    to: (guardian: string) => `${guardian} 様`,
    lead: (learner: string) => `${learner} さんから、次の講座のお申し込みがありました。`,
    points: [
      '18歳未満の方のお申し込みには、保護者の方の同意が必要です。',
      '同意だけでは、料金はかかりません。お支払いの方法は、次の画面で選べます。',
    ],
    until: (at: number) => `${moment(at)}までにお答えください。お答えがないときは、自動で取り消されます。`,
    number: '注文番号',
    total: '合計(税込)',
    confirm: 'お申し込みの内容',
    agree: '上の内容と、「利用規約」「特定商取引法に基づく表記」を読み、保護者として同意します',
    eula: '利用規約',
    commerce: '特定商取引法に基づく表記',
    privacy: 'プライバシーポリシー',
    newTab: '(新しいタブで開きます)',
    agreeFirst: '「利用規約」と「特定商取引法に基づく表記」への同意が必要です。',
    approve: '同意してお支払いへ進む',
    approving: '送っています…',
    decline: '同意しない',
    failed: '回答を送れませんでした',
    declineTitle: '「同意しない」と回答しますか?',
    declineBody: 'このお申し込みを取り消し、お子さまにメールでお知らせします。料金はかかりません。',
  },

  papers: {
    title: '契約の書面について',
    lead: 'このお申し込みでは、同意の前に「概要書面」、同意の後に「契約書面」をお渡しします。まず概要書面を用意して、内容をお読みください。契約書面は、お子さまの購入履歴に届きます。',
    paper:
      '紙の書面をご希望のときや、書面の写しをほかの方にも送りたいときは、同意の前に「お問い合わせ」からお知らせください。',
    open: '概要書面(PDF)を用意する',
    opening: '概要書面を用意しています…',
    opened: '概要書面を用意しました。次のリンクから開いて、内容をお読みください。',
    link: '概要書面を表示する(新しいタブで開きます)',
    save: '概要書面を保存する',
    file: '概要書面.pdf',
    late: '概要書面の用意に時間がかかっています。少し待って、もう一度お試しください。',
    openFailed: '概要書面を用意できませんでした',
    legend: '書面の受け取り方への同意',
    openFirst: '先に概要書面を開いて、内容をお読みください。',
    tickAll: '3つの項目をすべて確認して、チェックを入れてください。',
  },

  changed: {
    title: '内容が変わったため、同意いただけません',
    body: 'お申し込みの後に、次のところが変わりました。料金は発生していません。この申し込みを取り消して、お子さまに、もう一度お申し込みいただいてください。',
    before: '変更前',
    after: '変更後',
    nothing: '(なし)',
    cancel: 'この申し込みを取り消す',
  },

  pay: {
    approved: '同意を受け付けました。お支払いの方法を選んでください。',
    withinLimit:
      'お決めいただいた金額までのお申し込みです。お支払いの方法を選んでください。お支払いになるまで、料金はかかりません。',
    lead: (learner: string) => `${learner} さんのご注文のお支払いです。`,
    until: (at: number) => `${moment(at)}までにお支払いください。`,
    child: 'コンビニ払いと銀行振込は、お子さまが購入履歴から手続きすることもできます。',
    legend: 'お支払い方法',
    payer: 'お支払いになる方',
    family_name: '姓',
    given_name: '名',
    family_name_kana: 'セイ',
    given_name_kana: 'メイ',
    phone: '電話番号',
    phoneHint: 'お店や銀行、カード会社での確認に使います。',
    noCardHere: 'カード番号は、カード情報の欄に入力してください。',
    notKept: 'カード情報は、お子さまのアカウントには保存されません。',
    send: (total: number) => `${formatYen(total)}を支払う`,
    sendSlip: 'お支払いの番号を発行する',
    busy: '手続きしています…',
    otherWay: 'ほかの方法で支払う',
    stop: 'お支払いをやめて、注文を取り消す',
    stopTitle: 'この注文を取り消しますか?',
    stopBody: 'お子さまにメールでお知らせします。料金はかかりません。',
    stopFailed: '取り消せませんでした',
  },

  limit: {
    title: '毎回の確認を省く',
    lead: 'いまは、お申し込みのたびに確認をお願いしています。',
    set: (yen: string) =>
      `いまは、お子さまのお申し込みが1か月の合計で${yen}までなら、確認をお願いせずに受け付けています。`,
    points: [
      '決めた金額までのお申し込みは、同意をいただいたものとして受け付け、そのたびにメールでお知らせします。',
      '合計は毎月1日に0円に戻ります。書面をお渡しするお申し込みは、金額にかかわらず確認をお願いします。',
      'お支払いになるまでは、メールのページから取り消せます。金額は、次のお申し込みのメールからいつでも変更できます。',
    ],
    label: '1か月に同意する金額',
    spent: (yen: string) => `今月のお申し込みの合計: ${yen}`,
    never: '毎回確認する',
    upTo: (yen: string) => `${yen}まで確認を省く`,
    save: 'この内容で決める',
    end: '毎回確認するように戻す',
    saving: '保存しています…',
    saved: (yen: string) => `1か月${yen}まで、確認を省くようにしました。`,
    ended: 'お申し込みのたびに、確認をお願いするようにしました。',
    failed: '保存できませんでした',
  },

  wait: {
    working: 'お支払いの手続きをしています。この画面を閉じないでください。',
    slow: '確認に時間がかかっています。もう一度お支払いになる必要はありません。結果は、お子さまにメールでお知らせします。',
    again: 'いま確認する',
    challenge: '本人認証が終わっていません',
    challengeBody:
      'カード会社の画面で本人認証を終えると、お支払いが完了します。それまで、料金は発生しません。',
    toChallenge: '本人認証へ進む',
  },

  paid: 'お支払いが完了しました',
  paidBody:
    'ありがとうございます。お子さまは、いますぐ学習を始められます。お子さまにもメールでお知らせしました。',
  declined: 'お申し込みを取り消しました',
  declinedBody: 'お子さまにもメールでお知らせしました。',
  over: 'このお申し込みは終わりました',
  overBody: '期限が過ぎたか、取り消されました。',
  /** Said of an order that is over only where it is certain; otherwise `moneyBack`. */
  uncharged: '料金は発生していません。',
  moneyBack: 'お支払いを受け取っていたときは、返金などの手続きを、お子さまにメールでお知らせします。',
  gone: 'このリンクは使えません',
  goneBody:
    '期限が切れているか、新しいメールが送られています。いちばん新しいメールのボタンを押すか、お子さまに送り直してもらってください。',
  toParent: '保護者の方へのご案内',

  resend: {
    title: '保護者の方の確認',
    lead: '保護者の方に、確認のメールをお送りしました。届いていないときは、迷惑メールの中もご確認ください。',
    payLead:
      '保護者の方の同意が得られました。カードで支払うときは、保護者の方がメールのページから手続きします。',
    until: (at: number) => `確認の期限: ${moment(at)}`,
    payUntil: (at: number) => `お支払いの期限: ${moment(at)}`,
    send: 'メールを送り直す',
    sending: '送っています…',
    sent: (email: string) => `${email} に、メールを送り直しました。前のメールのボタンは使えなくなりました。`,
    released: '18歳になったため、保護者の方の確認は必要なくなりました。お支払いへ進めます。',
    failed: 'メールを送り直せませんでした',
    change: '保護者の方の登録を見る',
  },
} as const;
