/** Wording of a part of the app or a page that could not be reached. It comes with the frame of every page. */
export const partTexts = {
  title: '接続できませんでした',
  body: '電波の良い場所で、もう一度お試しください。この端末の内容は無事です。',
  retry: 'もう一度試す',
} as const;
