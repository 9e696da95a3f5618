/** What the blue bar says about the session (session.md 7.2, 11.1, 13.3). Part of every first page. */
export const sessionTexts = {
  loggedIn: 'ログインしました。',
  loggedOut: 'ログアウトしました。',
  expired: 'セッションの有効期限が切れました。もう一度ログインしてください。',
} as const;
