/** The five places of a learner, in the order of the bottom bar (product.md 2.0.1). */
export type PlaceName = 'home' | 'course' | 'exam' | 'review' | 'mine';

export const places: readonly { name: PlaceName; to: string; label: string }[] = [
  { name: 'home', to: '/mypage', label: 'ホーム' },
  { name: 'course', to: '/mypage/course', label: '学ぶ' },
  { name: 'exam', to: '/mypage/mockexam', label: '模試' },
  { name: 'review', to: '/mypage/konoshiki/review', label: '復習' },
  { name: 'mine', to: '/mypage/settings', label: 'マイページ' },
];

/** The other links on every page of a learner (session.md 18). */
export const morePlaces: readonly { to: string; label: string }[] = [
  { to: '/mypage/bookmark', label: 'しおり' },
  { to: '/mypage/favorite', label: 'お気に入り' },
  { to: '/mypage/result', label: '学習成績' },
  { to: '/mypage/english', label: '英語テスト' },
  { to: '/mypage/settings', label: '設定' },
];

/** Links on a page of a learner without the bar: the pages around an exam that is not being taken (session.md 18). */
export const barePlaces: typeof morePlaces = [
  { to: '/mypage', label: 'ホーム' },
  { to: '/mypage/course', label: '学ぶ' },
  { to: '/mypage/bookmark', label: 'しおり' },
  { to: '/mypage/favorite', label: 'お気に入り' },
  { to: '/mypage/settings', label: 'マイページ' },
];

/** Where the pages below a beginning of an address belong. */
export const branches: readonly [prefix: string, place: PlaceName][] = [
  ['/mypage/course', 'course'],
  ['/mypage/lecture', 'course'],
  ['/mypage/learnning', 'course'],
  ['/mypage/download', 'course'],
  ['/mypage/bookmark', 'course'],
  ['/mypage/favorite', 'course'],
  ['/mypage/mockexam', 'exam'],
  ['/mypage/english', 'exam'],
  ['/mypage/konoshiki/review', 'review'],
  ['/mypage/settings', 'mine'],
  ['/mypage/sync', 'mine'],
  ['/mypage/result', 'mine'],
  ['/mypage/history', 'mine'],
  ['/mypage/coupon', 'mine'],
];

/** The place to which a path belongs: lessons belong to 学ぶ, the rest of the member area to ホーム. */
export function placeOf(pathname: string): PlaceName | null {
  const branch = branches.find(([prefix]) => pathname === prefix || pathname.startsWith(`${prefix}/`));
  if (branch) return branch[1];
  return pathname === '/mypage' || pathname.startsWith('/mypage/') ? 'home' : null;
}
