/** `/mypage/konoshiki/review`. */
export { ReviewScreen as Component } from '#features/review/components/ReviewScreen.tsx';
