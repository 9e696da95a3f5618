/** Wording of the card that sends a guest to the login; apart from that of forms, which no guest needs for it. */
export const loginTexts = {
  loginFirst: '続けるには、ログインしてください',
  toLogin: 'ログインへ',
} as const;
