/** `/mypage/english/history`. */
export { HistoryScreen as Component } from '#features/english/components/HistoryScreen.tsx';
