import { controlTexts } from './controlTexts.ts';

/** Texts that forms share (product.md 2.0.5). */
export const formTexts = {
  ...controlTexts,
  required: '必須',
  optional: '任意',
  newPassword: '新しいパスワード',
  newPasswordAgain: '新しいパスワード(確認用)',
  emailForm: 'メールアドレスの形式が正しくありません。',
  passwordForm: 'パスワードは8〜64文字で、英字と数字をそれぞれ1文字以上使ってください。',
  choose: (name: string) => `${name}を選択してください。`,
  /** The documents that a learner agrees to together. */
  terms: '利用規約・プライバシーポリシー',
  /** Shown in a list while nothing is chosen. */
  chooseOne: '選択してください',
  agree: (document: string) => `${document}への同意が必要です。`,
  differs: (name: string) => `確認用の${name}が一致しません。`,
  rules: {
    title: '使えるパスワード',
    length: '8〜64文字',
    letter: '英字を1文字以上',
    digit: '数字を1文字以上',
    long: '12文字以上だと、より安全です',
    met: '満たしています',
    unmet: 'まだです',
  },
  checkingSession: 'ログインの状態を確認しています。',
  online: 'この操作にはインターネット接続が必要です。接続が戻ると、続けられます。',
  failure: {
    offline:
      'インターネットにつながっていないため、送信できませんでした。入力した内容は残っています。電波の良い場所で、もう一度お試しください。',
    captive:
      'Wi-Fiにログインが必要です。入力した内容は残っています。ログインしてから、もう一度お試しください。',
    timeout:
      '通信に時間がかかっています。入力した内容は残っています。電波の良い場所で、もう一度お試しください。',
    maintenance: 'ただいまメンテナンス中です。入力した内容は残っています。終わるまでお待ちください。',
    rate: (wait: string) => `操作が続けて行われました。${wait}にもう一度お試しください。`,
    crowded: (wait: string) =>
      `ただいまアクセスが集中しています。入力した内容は残っています。${wait}にもう一度お試しください。`,
    server: (requestId: string) =>
      `処理を完了できませんでした。入力した内容は残っています。時間をおいてお試しください。${requestId ? `(受付番号 ${requestId})` : ''}`,
  },
  mailHelp: {
    title: 'メールが届かないとき',
    steps: [
      '数分待っても届かないときは、迷惑メールのフォルダーを確かめてください。',
      'ドコモ・au・ソフトバンクなどのアドレスでは、迷惑メールフィルターで止まることがあります。パソコンからのメールを受け取る設定にしてください。',
      'アドレスの打ちまちがいがないか、確かめてください。',
    ],
  },
} as const;
