/**
 * What the parts of a form say by themselves (product.md 2.0.5). Apart from the rest of the kit's wording: the login
 * page, which has a budget, needs no more of it.
 */
export const controlTexts = {
  email: 'メールアドレス',
  password: 'パスワード',
  showPassword: '表示する',
  hidePassword: '隠す',
  capsLock: 'Caps Lock がオンになっています。',
  missing: (name: string) => `${name}を入力してください。`,
  captive: 'Wi-Fiにログインが必要です。画面の下の「ログイン画面を開く」から進んでください。',
  fix: '入力内容を確認してください。',
} as const;
