/** Wording of the strip at the lower edge, which is loaded after the first screen. */
export const texts = {
  offline: 'オフラインです。閲覧と入力は続けられます。',
  captive: 'Wi-Fiにログインが必要です。閲覧と入力は続けられます。',
  openWifiLogin: 'ログイン画面を開く(新しいタブ)',
  maintenance: 'メンテナンス中です。保存した内容は見られます。',
  unsentAway: (count: number) => `未送信 ${count}件 — 接続が戻ると自動で送信します。`,
  unsent: (count: number) => `未送信 ${count}件 — 自動で送信します。`,
  unsentMore: 'くわしく',
  sent: 'すべて送信しました。',
} as const;
