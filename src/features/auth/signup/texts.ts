/** Wording of the sign-up (product.md 2.2.C). */
export const texts = {
  title: '会員登録(無料)',
  values: [
    '登録は無料です。支払いの登録はいりません。',
    '授業の動画・板書・テキストが1つの画面で見られます。',
    '電波がなくても、保存した授業で学べます。',
  ],
  valuesLabel: 'コノマナビでできること',
  registrant: '登録する人',
  registrants: {
    self: { label: '本人', hint: '学習する人が自分で登録します。' },
    guardian: { label: '保護者', hint: 'お子さまのために登録します。' },
  },
  submit: '確認メールを送る',
  busy: '送っています…',
  failed: '確認メールを送れませんでした。',
  hasAccount: 'すでに登録している方',
  login: 'ログイン',

  verifyTitle: 'メールアドレスの確認',
  sentTo: (email: string) =>
    `${email} に確認メールを送りました。メールに書かれた6桁の認証コードを入力してください。`,
  changeAddress: 'メールアドレスを変える',
  linkHint: 'メールのボタンを押しても、登録を続けられます。',

  noPending: '登録の途中の内容が見つかりません',
  noPendingBody:
    'この端末で登録を始めていないか、時間がたって消えました。確認メールのボタンを押すか、はじめから登録してください。',
  restart: '会員登録をはじめる',

  linkChecking: 'リンクを確認しています',
  linkOver: 'リンクの有効期限が切れました',
  linkOverBody: 'リンクは30分間、1回だけ使えます。お手数ですが、もう一度登録してください。',
  linkAgain: 'もう一度登録する',
  taken: '登録は終わっています',
  takenBody: 'このメールアドレスの登録は完了しています。ログインしてください。',
  toLogin: 'ログインへ',
  linkFailed: '確認できませんでした',
  retry: 'もう一度試す',

  choose: 'パスワードを決めてください',
  chooseBody: (email: string) =>
    `${email} を確認しました。登録を始めたのとは別の端末やブラウザーなので、安全のため、ここでパスワードを決めてください。`,
  finish: '登録する',
  finishing: '登録しています…',
  finishFailed: '登録できませんでした。',

  alreadyIn: 'すでにログインしています',
  alreadyInBody: (email: string) =>
    `いまは ${email} でログインしています。このリンクで登録を続けると、この端末ではログアウトします。`,
  alreadyInPlain: '登録は終わっています。そのまま学習を始められます。',
  goOn: 'ログアウトして登録を続ける',
  toMypage: 'マイページへ',
  done: '会員登録が完了しました。',
} as const;
