/** Wording of `/mypage` that belongs to no feature. */
export const texts = {
  recent: '最近見た授業',
  history: '購入履歴',
  coupon: 'クーポン',
  places: '購入とクーポン',
  account: (name: string) => `${name}さんでログインしています`,
  accountUnknown: 'ログインしています',
  logout: 'ログアウト',
} as const;
