/** `/mypage/result`. */
export { OverviewScreen as Component } from '#features/exam-result/components/OverviewScreen.tsx';
