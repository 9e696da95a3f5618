import type { PublicRow } from './pageRow.ts';

/**
 * The pages of buying (money.md 6), rows of the table of pages (publicPages.ts). They show personal content, so they
 * are not listed, and their HTML before scripts is only a frame.
 */
export const shopPages = {
  cart: {
    path: '/cart',
    title: 'カート',
    description: 'カートに入れた講座の内容と合計を確かめて、購入手続きに進みます。',
    module: 'cart/cart',
    html: 'framed',
    width: 'page',
  },
  cartCoupons: {
    path: '/cart/coupon',
    title: 'クーポンを選ぶ',
    description: 'カートの講座に使うクーポンを選びます。',
    module: 'cart/coupons',
    html: 'framed',
  },
  cartCoupon: {
    path: '/cart/coupon/:id',
    title: 'クーポン',
    description: 'クーポンの内容と、カートの講座に使ったときの金額を確かめます。',
    module: 'cart/coupon',
    html: 'framed',
  },
  cartConfirm: {
    path: '/cart/confirm',
    title: '注文内容の確認',
    description: 'ご注文の前に、内容、金額、お支払い、解約のきまりを確かめます。',
    module: 'payment/confirm',
    html: 'framed',
  },
  paymentMethod: {
    path: '/payment/method',
    title: '支払い方法',
    description: 'クレジットカード、コンビニ払い、銀行振込から、お支払い方法を選びます。',
    module: 'payment/method',
    html: 'framed',
  },
  payment: {
    path: '/payment',
    title: 'お支払いの情報',
    description: 'お支払いになる方の情報を入力します。',
    module: 'payment/details',
    html: 'framed',
  },
  paymentRelay: {
    path: '/payment/gmo',
    title: 'お支払いの手続き',
    description: 'お支払いの手続きを行い、結果を確かめます。',
    module: 'payment/relay',
    html: 'framed',
    layout: 'custom',
  },
  paymentError: {
    path: '/payment/error',
    title: 'お支払いのご確認',
    description: 'お支払いが完了しなかった理由と、次にできることを確かめます。',
    module: 'order/error',
    html: 'framed',
  },
  paymentComplete: {
    path: '/payment/complete',
    title: 'ご注文の完了',
    description: 'ご注文の内容と、コンビニでのお支払いに使う番号を確かめます。',
    module: 'order/complete',
    html: 'framed',
  },
  paymentCompleteBank: {
    path: '/payment/complete/bank',
    title: 'お振込先のご案内',
    description: 'ご注文の内容と、お振込先の口座を確かめます。',
    module: 'order/complete',
    html: 'framed',
  },
  paymentCompleteCredit: {
    path: '/payment/complete/credit',
    title: 'お支払いの完了',
    description: 'お支払いが済んだご注文の内容を確かめて、学習を始めます。',
    module: 'order/complete',
    html: 'framed',
  },
  paymentCompleteSubscribe: {
    path: '/payment/complete/subscribe',
    title: '定期購入のお申し込みの完了',
    description: 'お申し込みになったプランの内容と、お支払いの予定を確かめます。',
    module: 'order/complete',
    html: 'framed',
  },
} as const satisfies Record<string, PublicRow>;
