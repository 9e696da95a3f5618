/** Wording of the frames of the cart and its coupons; the rest comes with their contents (performance.md 3). */
export const frameTexts = {
  title: 'カート',
  couponsTitle: 'クーポンを選ぶ',
  couponsLead: '1回の注文で使えるクーポンは、1枚です。',
} as const;
