/** Texts of the card that sends a guest to the login; separate from the form texts, which that card does not need. */
export const loginTexts = {
  loginFirst: '続けるには、ログインしてください',
  toLogin: 'ログインへ',
} as const;
