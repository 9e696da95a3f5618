import type { CvsCode } from '#contracts/shopCheckout.ts';
import { formatCount, formatTime } from '#shared/lib/text/format.ts';
import type { ShownMethod } from './model.ts';

const yen = (value: number) => `${formatCount(value)}円`;

/** Wording of the way from the cart to the order (product.md 2.2.D, money.md 6). */
export const texts = {
  yen,
  total: '合計',
  tax: (tax: number) => `税込(うち消費税 ${yen(tax)})`,
  goods: (first: string, more: number) => (more > 0 ? `${first} ほか${formatCount(more)}件` : first),
  laterCharges: '解約するまで、毎回この金額を自動でお支払いいただきます。',
  toCart: 'カートに戻る',
  change: '変更する',
  needsLogin: 'カートの中身は残っています。ログインすると、お支払いの手続きを続けられます。',

  lost: {
    title: 'お支払いの手続きを続けられません',
    cart: 'カートが空か、手続きの途中の内容がこの画面に残っていません。ご注文がお済みのときは、お支払いの状況を購入履歴で確かめられます。まだのときは、カートから、もう一度お進みください。',
    noOrder: 'どのご注文の画面かわかりませんでした。ご注文のようすは、購入履歴で確かめられます。',
    toHistory: '購入履歴を見る',
    toOrder: 'ご注文の内容を見る',
  },

  plan: {
    trial: (days: number) =>
      `はじめの${days}日間は無料です。無料期間のうちに解約すると、料金はかかりません。`,
    cardFacts: [
      '手数料はかかりません。更新のたびに、このカードで自動でお支払いになります。',
      'お申し込みの後、すぐに学習を始められます。',
      '本人認証(3Dセキュア)があります。',
    ],
    cardOnly: '定期購入のお支払いは、クレジットカードだけです。',
    cardPaused: 'カードでのお支払いは、ただいま使えません。時間をおいて、もう一度お試しください。',
    ownedTitle: 'お申し込み済みの定期購入です',
    owned:
      '同じ内容の定期購入を、すでにご利用中です。お支払いの予定や解約は、定期購入の内容から確かめられます。',
    toSubscription: '定期購入の内容を見る',
    goneTitle: 'このプランは、お申し込みになれません',
    gone: '販売を終了したか、アドレスが変わっています。料金は発生していません。',
    toCatalogue: '講座を探す',
    otherCard: '別のカードを使う',
  },

  method: {
    legend: 'お支払い方法',
    names: {
      card: 'クレジットカード',
      cvs: 'コンビニ払い',
      bank: '銀行振込',
    } satisfies Record<ShownMethod, string>,
    facts: {
      card: [
        '手数料はかかりません。1回払いです。',
        'お支払いの後、すぐに学習を始められます。',
        '本人認証(3Dセキュア)があります。',
      ],
      cvs: [
        '手数料はかかりません。ご注文から5日後の23:59までに、お店でお支払いください。',
        'お店でのお支払いを確認した後、学習を始められます。',
      ],
      bank: [
        '振込手数料は、お客さまのご負担です。ご注文から7日後の23:59までに、お振り込みください。',
        'ご入金を確認した後、学習を始められます。',
      ],
    } satisfies Record<ShownMethod, readonly string[]>,
    brands: 'Visa・Mastercard・JCB・American Express・Diners Club',
    stores: (names: readonly string[]) => names.join('・'),
    cvsMost: (most: number) => `コンビニ払いは${yen(most)}までです。`,
    cvsLeast: (least: number) => `コンビニ払いは${yen(least)}からです。`,
    closed: 'このお支払い方法は、ただいま使えません。',
    paused:
      'このお支払い方法は、決済会社との通信が不安定なため、ただいま使えません。ほかの方法をお選びください。',
    choose: 'お支払い方法を選択してください。',
    none: '有料の講座のお申し込みは、ただいま準備中です。カートの中身は残っています。',
    next: '次へ',
    free: 'お支払いはありません(0円)。',
    freeNext: '確認へ進む',
  },

  details: {
    freeTitle: 'お申し込みの情報',
    payer: 'お支払いになる方',
    kind: 'お支払いになる方',
    kinds: { self: '本人', guardian: '保護者' },
    family_name: '姓',
    given_name: '名',
    family_name_kana: 'セイ',
    given_name_kana: 'メイ',
    phone: '電話番号',
    phoneHint: 'お店や銀行、カード会社での確認に使います。',
    store: 'お支払いになるお店',
    storeHint: 'ご注文の後で、お店で使う番号をお知らせします。',
    card: 'カード情報',
    bank: '振込先',
    bankHint: 'ご注文の後で、このご注文だけの振込先の口座をお知らせします。',
    method: '支払い方法',
    otherMethod: 'ほかの支払い方法を選ぶ',
    noCardHere: 'カード番号は、カード情報の欄に入力してください。',
    next: '確認へ進む',
    busy: '確認しています…',
    failed: '確認画面へ進めませんでした',
    cardTrouble:
      'カード情報を確認できませんでした。料金は発生していません。時間をおいてもう一度お試しいただくか、ほかのお支払い方法をお選びください。',
    cardLate: 'カード入力欄を読み込めません。',
    noGuardianTitle: '保護者の方の登録が必要です',
    noGuardian:
      '18歳未満の方のお申し込みには、保護者の方の確認が必要です。プロフィールで保護者の方を登録すると、続けられます。カートの中身は残っています。',
    toProfile: 'プロフィールで保護者の方を登録する',
    guardian:
      'お支払いは、保護者の方の確認が済んでからです(保護者の方が決めた金額までのときは、確認を待ちません)。方法は、後で選び直せます。',
    guardianCard:
      'カード番号は、いまは入力しません。保護者の方が、確認の後にご自身の画面で入力します。お支払い方法は、そのときに選び直せます。',
  },

  stores: {
    '00007': 'セブン-イレブン',
    '10001': 'ローソン',
    '10002': 'ファミリーマート',
    '10005': 'ミニストップ',
    '10008': 'セイコーマート',
  } satisfies Record<CvsCode, string>,

  consent: {
    title: '契約の書面について',
    lead: 'このご注文では、申し込みの前に「概要書面」、ご注文の後に「契約書面」をお渡しします。まず概要書面を用意して、内容をお読みください。',
    paper:
      '紙の書面をご希望の方、書面の写しをご家族などにも送りたい方は、ご注文の前に「お問い合わせ」からお知らせください。',
    contact: 'お問い合わせ',
    open: '概要書面(PDF)を用意する',
    opening: '概要書面を用意しています…',
    opened: '概要書面を用意しました。次のリンクから開いて、内容をお読みください。',
    link: '概要書面を表示する(新しいタブで開きます)',
    save: '概要書面を保存する',
    late: '概要書面の用意に時間がかかっています。カートの中身は残っています。少し待って、もう一度お試しください。',
    openFailed: '概要書面を用意できませんでした',
    legend: '書面の受け取り方への同意',
    openFirst: '先に概要書面を開いて、内容をお読みください。',
    tickAll: '3つの項目をすべて確認して、チェックを入れてください。',
    send: '同意する',
    sending: '送信しています…',
    failed: '同意を送信できませんでした',
    done: '書面の受け取り方への同意を受け付けました。ご注文に進めます。',
  },

  confirm: {
    editCart: '内容を変更する',
    editMethod: '支払い方法を変更する',
    editDetails: 'お支払いの情報を変更する',
    payer: 'お支払いになる方',
    payerLine: (name: string, phone: string) => (phone ? `${name}(電話 ${phone})` : name),
    agree: '「利用規約」と「特定商取引法に基づく表記」を読み、同意します',
    eula: '利用規約',
    commerce: '特定商取引法に基づく表記',
    privacy: 'プライバシーポリシー',
    newTab: '(新しいタブで開きます)',
    agreeFirst: '「利用規約」と「特定商取引法に基づく表記」への同意が必要です。',
    guardian:
      '18歳未満の方のご注文です。「注文を確定する」を押すと、保護者の方に確認のメールを送ります。7日以内に保護者の方が確認した後に、お支払いとなります。いまは、料金は発生しません。',
    withinLimit:
      '18歳未満の方のご注文です。保護者の方が決めた金額までのため、確認を待たずにお支払いへ進めます。保護者の方にも、メールでお知らせします。',
    consentFirst: '概要書面を読み、書面の受け取り方に同意すると、注文を確定できます。',
    order: '注文を確定する',
    ordering: '注文しています…',
    failed: '注文を確定できませんでした',
    savesCard:
      'お支払いの後、このカードを次回のために保存します。設定の「お支払いのカード」から、いつでも削除できます。',
    notSure:
      'ご注文が届いたか確かめられませんでした。もう一度「注文を確定する」を押しても、二重の注文にはなりません。',
    ends: (at: number) => `この内容でお申し込みになれるのは、${formatTime(at)}までです。`,
    renew: '時間を延ばす',
    renewing: '更新しています…',
    renewed: 'お申し込みの期限を延ばしました。',
    overTitle: '確認画面の有効時間が過ぎました',
    over: 'ご注文は確定していません。料金も発生していません。もう一度、内容をご確認ください。',
    renewOver: '内容を確認し直す',
    changedTitle: '内容が変わりました',
    changed: '金額や条件が変更されました。内容をご確認のうえ、もう一度「注文を確定する」を押してください。',
    couponGone: 'クーポンが上限に達したため、金額が変わりました。',
    before: '変更前',
    after: '変更後',
    nothing: '(なし)',
    notAsIs: 'この内容では、ご注文いただけなくなりました。カートをご確認ください。',
    cardExpiredTitle: 'カード情報をもう一度入力してください',
    cardExpired: '安全のため、カード情報の有効時間(25分)が過ぎました。ほかの内容は残っています。',
    typeCard: 'カード情報を入力する',
    gone: 'この確認画面は見つかりませんでした。ご注文は確定していません。カートから、もう一度お進みください。',
    toOrder: '購入履歴を見る',
    otherMethod: 'ほかの支払い方法を選ぶ',
  },

  relay: {
    slip: 'お支払いの番号を発行しています',
    challenge: '本人認証のページへ移動しています',
    challengeBody: '本人認証を行っています。この画面を閉じないでください。',
    backTitle: '本人認証が終わっていません',
    backBody:
      'カード会社の画面で本人認証を終えると、お支払いが完了します。いまのところ、料金は発生していません。',
    toChallenge: '本人認証へ進む',
    slowTitle: 'お支払い結果を確認しています',
    slow: '確認に時間がかかっています。もう一度お支払いになる必要はありません。結果は購入履歴で確かめられ、メールでもお知らせします。',
    again: 'いま確認する',
    toHistory: '購入履歴へ',
    offline: '確認は、接続が戻った後に行います。もう一度お支払いになる必要はありません。',
    last: (moment: string, words: string) => `${moment}の時点: ${words}`,
    states: {
      poll: '手続き中',
      '3ds': '本人認証の途中',
      done: '手続きが済みました',
      failed: 'お支払いできませんでした',
    },
    resultDone: 'お支払いが完了しました',
    resultDoneBody: 'アプリに戻って、ご注文の内容を確認できます。このページは閉じてかまいません。',
    cardDone: 'カードの確認が完了しました',
    cardDoneBody: 'アプリに戻ると、登録したカードを確認できます。このページは閉じてかまいません。',
    cardFailed: 'カードを登録できませんでした',
    cardFailedBody: 'アプリに戻ると、もう一度登録の手続きができます。',
    resultFailed: 'お支払いが完了しませんでした',
    resultFailedBody: 'アプリに戻ると、もう一度お支払いの手続きができます。',
    uncharged: '料金は発生していません。',
    resultChecking: 'お支払い結果を確認しています',
    resultCheckingBody:
      'もう一度お支払いになる必要はありません。アプリに戻ると、購入履歴で結果を確認できます。',
    resultOver: 'この結果の表示期限が過ぎました',
    resultOverBody: 'ご注文のようすは、ログインすると購入履歴で確かめられます。',
  },
} as const;
