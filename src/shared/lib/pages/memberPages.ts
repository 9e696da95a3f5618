import type { MemberRow } from './pageRow.ts';

/**
 * Every page of a learner, one row each (specification.md 2; "learnning" is the spelling there). What a row can say:
 * pageRow.ts. How to add one: docs/recipes.md 1.
 */
export const memberPages = {
  mypage: { path: '/mypage', title: 'マイページ', module: 'mypage/home' },
  course: { path: '/mypage/course', title: '学ぶ', module: 'mypage/course' },
  bookmark: { path: '/mypage/bookmark', title: 'しおり', module: 'mypage/bookmark' },
  favorite: { path: '/mypage/favorite', title: 'お気に入り', module: 'mypage/favorite' },
  recent: { path: '/mypage/recent', title: '最近見た授業', module: 'mypage/recent' },
  resume: { path: '/mypage/resume', title: '続きから', module: 'mypage/resume' },
  share: { path: '/mypage/share', title: 'メモに追加', module: 'mypage/share' },
  notice: { path: '/mypage/notice', title: 'お知らせ', module: 'mypage/notice' },
  noticeDetail: { path: '/mypage/notice/:id', title: 'お知らせ', module: 'mypage/noticeDetail' },
  search: { path: '/mypage/search', title: 'さがす', module: 'mypage/search' },
  download: { path: '/mypage/download', title: 'ダウンロード', module: 'mypage/download' },
  history: { path: '/mypage/history', title: '購入履歴', module: 'mypage/history' },
  historyDetail: { path: '/mypage/history/:id', title: 'ご注文の内容', module: 'mypage/historyDetail' },
  historyPurchase: {
    path: '/mypage/history/:id/purchase',
    title: 'お支払い方法の選び直し',
    module: 'mypage/historyPurchase',
  },
  historySubscribe: {
    path: '/mypage/history/subscribe/:id',
    title: '定期購入の内容',
    module: 'mypage/historySubscribe',
  },
  coupon: { path: '/mypage/coupon', title: 'クーポン', module: 'mypage/coupon' },
  couponDetail: { path: '/mypage/coupon/:id', title: 'クーポン', module: 'mypage/couponDetail' },
  settings: {
    path: '/mypage/settings',
    title: '設定',
    module: 'mypage/settings',
    layout: 'default',
    list: 'settings',
  },
  account: {
    path: '/mypage/settings/:part',
    title: '設定',
    module: 'settings/account',
    layout: 'default',
    list: 'settings',
  },
  storage: {
    path: '/mypage/settings/storage',
    title: '端末と保存容量',
    module: 'mypage/storage',
    layout: 'default',
    list: 'settings',
  },
  sync: { path: '/mypage/sync', title: '同期', module: 'mypage/sync', layout: 'default', list: 'settings' },
  lecture: { path: '/mypage/lecture/:id', title: '授業', module: 'study/lecture', layout: 'lecture' },
  learnning: {
    path: '/mypage/learnning/:id',
    title: '集中して学ぶ',
    module: 'study/learnning',
    layout: 'lecturev2',
  },
} as const satisfies Record<string, MemberRow>;
