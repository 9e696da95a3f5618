/** Wording of the change of the e-mail address (product.md 2.3.J). */
export const texts = {
  title: 'メールアドレスの変更',
  lead: (email: string) => `いまのメールアドレスは ${email} です。`,
  newEmail: '新しいメールアドレス',
  password: '現在のパスワード',
  same: '現在と同じメールアドレスです。',
  send: '確認メールを送る',
  sending: '送っています…',
  failed: '確認メールを送れませんでした。',
  sentTo: (email: string) =>
    `${email} に確認メールを送りました。メールに書かれた6桁の認証コードを入力すると、変更が終わります。それまでは、いまのメールアドレスのままです。`,
  again: 'パスワードをもう一度入力すると、新しい認証コードを送ります。',
  other: '別のメールアドレスにする',
  doneTitle: 'メールアドレスを変更しました',
  done: (email: string) => `次のログインからは ${email} を使ってください。`,
  doneNotice: '前のメールアドレスにも、変更のお知らせを送りました。',
  toSettings: '設定にもどる',
} as const;
