import { formatCount, formatLongDay } from '#shared/lib/text/format.ts';
import type { WalletPart } from './model.ts';

const yen = (value: number) => `${formatCount(value)}円`;

/** Wording of the wallet (product.md 2.3.E). */
export const texts = {
  title: 'クーポン',
  lead: '1回の注文で使えるクーポンは、1枚です。',
  add: '追加する',
  adding: '追加しています…',
  added: (name: string) => `クーポン「${name}」を追加しました。`,
  addFailed: 'クーポンを追加できませんでした',
  online: 'この操作にはインターネット接続が必要です。接続が戻ると、できます。',
  parts: { open: '使えるクーポン', used: '使用済み', expired: '期限切れ' } satisfies Record<
    WalletPart,
    string
  >,
  chips: { open: '使えます', used: '使用済み', expired: '期限切れ' } satisfies Record<WalletPart, string>,
  empty: 'お持ちのクーポンはありません。',
  emptyBody: 'クーポンコードをお持ちのときは、上の欄に入力してください。',
  details: '条件を見る',
  detailsOf: (name: string) => `「${name}」の条件を見る`,
  use: '使う',
  labelOf: (name: string) => `「${name}」をカートで使う`,
  useInCart: 'カートで使う',
  using: 'カートに入れています…',
  used: (name: string) => `クーポン「${name}」を使います。`,
  useFailed: 'クーポンを使えませんでした',
  toCart: 'カートを見る',
  toCatalogue: '講座を探す',
  toWallet: 'クーポンの一覧へ',
  toHistory: '購入履歴を見る',
  terms: '使える条件',
  discount: '割引',
  saving: (value: number) => `いまのカートで ${yen(value)}引き`,
  minTotal: (value: number) => `対象の商品の合計が${yen(value)}以上のとき`,
  noMinTotal: '金額の条件はありません',
  targets: '対象の商品',
  everything: 'すべての講座(定期購入を除きます)',
  period: '使える期間',
  code: 'クーポンコード',
  remaining: (count: number) => `残り${formatCount(count)}枚`,
  percentOff: (percent: number) => `${percent}%引き`,
  yenOff: (value: number) => `${yen(value)}引き`,
  freeOff: '無料',
  from: (day: string) => `${formatLongDay(day)}から`,
  until: (day: string) => `${formatLongDay(day)}まで`,
  left: (days: number) => (days === 0 ? '(今日まで)' : `(あと${days}日)`),
  endless: '期限はありません',
} as const;
