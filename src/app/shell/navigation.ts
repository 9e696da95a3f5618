/** One step of the path to the current page. */
export type Crumb = { title: string; to: string | null };

/** Pages with child pages, for the breadcrumbs (product.md 2.0.1). */
const parents: readonly [prefix: string, crumb: Crumb][] = [
  ['/contact/', { title: 'お問い合わせ', to: '/contact' }],
  ['/inquiry/', { title: 'お問い合わせの確認', to: '/inquiry' }],
  ['/cart/coupon/', { title: 'クーポンを選ぶ', to: '/cart/coupon' }],
  ['/cart/', { title: 'カート', to: '/cart' }],
  ['/payment/method', { title: 'カート', to: '/cart' }],
  ['/course/', { title: '講座を探す', to: '/course' }],
  ['/teacher/', { title: '講師紹介', to: '/teacher' }],
  ['/notice/', { title: 'お知らせ', to: '/notice' }],
  ['/mypage/notice/', { title: 'お知らせ', to: '/mypage/notice' }],
  ['/mypage/history/', { title: '購入履歴', to: '/mypage/history' }],
  ['/mypage/coupon/', { title: 'クーポン', to: '/mypage/coupon' }],
  ['/mypage/mockexam/', { title: '模試', to: '/mypage/mockexam' }],
  ['/mypage/english/', { title: '英語テスト', to: '/mypage/english' }],
  ['/mypage/konoshiki/review/', { title: '復習', to: '/mypage/konoshiki/review' }],
  ['/mypage/lecture/', { title: '学ぶ', to: '/mypage/course' }],
  ['/mypage/learnning/', { title: '学ぶ', to: '/mypage/course' }],
  ['/mypage/settings/', { title: '設定', to: '/mypage/settings' }],
  ['/mypage/sync', { title: '設定', to: '/mypage/settings' }],
];

/** The pages of one exam are children of that exam; those of one subject are children of its 成績表. */
function examCrumbs(pathname: string): Crumb[] {
  const [, exam, part, rest] = /^\/mypage\/mockexam\/([^/]+)\/([^/]+)(\/.+)?$/.exec(pathname) ?? [];
  if (!exam) return [];
  const top: Crumb = { title: '模試の詳細', to: `/mypage/mockexam/${exam}` };
  const between = { result: '成績表', schoolinfo: '志望校' }[part ?? ''];
  return rest && between ? [top, { title: between, to: `${top.to}/${part}` }] : [top];
}

/** The path to a page: its ancestors, then the page itself without a link. Empty for the two home pages. */
export function trailOf(pathname: string, title: string): Crumb[] {
  if (pathname === '/' || pathname === '/mypage' || title === '') return [];
  const root: Crumb = pathname.startsWith('/mypage/')
    ? { title: 'マイページ', to: '/mypage' }
    : { title: 'ホーム', to: '/' };
  const parent = parents.find(([prefix]) => pathname.startsWith(prefix))?.[1];
  const here: Crumb = { title, to: null };
  return parent ? [root, parent, ...examCrumbs(pathname), here] : [root, here];
}
