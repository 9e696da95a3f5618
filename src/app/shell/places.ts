/** The five places of a learner, in the order of the bottom bar (session.md 18, product.md 2.0.1). */
export type PlaceName = 'home' | 'course' | 'bookmark' | 'favorite' | 'settings';

export const places: readonly { name: PlaceName; to: string; label: string }[] = [
  { name: 'home', to: '/mypage', label: 'ホーム' },
  { name: 'course', to: '/mypage/course', label: '学ぶ' },
  { name: 'bookmark', to: '/mypage/bookmark', label: 'しおり' },
  { name: 'favorite', to: '/mypage/favorite', label: 'お気に入り' },
  { name: 'settings', to: '/mypage/settings', label: '設定' },
];

const branches: readonly [prefix: string, place: PlaceName][] = [
  ['/mypage/course', 'course'],
  ['/mypage/lecture', 'course'],
  ['/mypage/learnning', 'course'],
  ['/mypage/download', 'course'],
  ['/mypage/bookmark', 'bookmark'],
  ['/mypage/favorite', 'favorite'],
  ['/mypage/settings', 'settings'],
  ['/mypage/sync', 'settings'],
];

/** Which of the places a path belongs to; lessons belong to 学ぶ, the rest of the member area to ホーム. */
export function placeOf(pathname: string): PlaceName | null {
  const branch = branches.find(([prefix]) => pathname === prefix || pathname.startsWith(`${prefix}/`));
  if (branch) return branch[1];
  return pathname === '/mypage' || pathname.startsWith('/mypage/') ? 'home' : null;
}
