/**
 * Texts of form controls (product.md 2.0.5). Separate from the other form texts, because the login page has a size
 * budget and needs only these.
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
