import { formatYen } from '../text/format.ts';

/** Texts about a cart that the device itself shows when the server gave none. */
export const cartTexts = {
  full: (most: number) =>
    `カートに入れられるのは${most}件までです。いらないものを外してから、もう一度入れてください。`,
  changedElsewhere: 'ほかの端末で変更されました。最新の内容を表示しました。',
  repriced: (before: number, after: number) =>
    `価格が${formatYen(before)}から${formatYen(after)}に変わりました。`,
  couponDropped: (why: string) => `クーポンを外しました。${why}`,
  couponUnknown: 'クーポンコードが正しくありません。',
} as const;
