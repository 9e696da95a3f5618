/** `/mypage/recent`: the watch history. */
export { RecentScreen as Component } from '#features/recent/components/RecentScreen.tsx';
