/** `/mypage/english`. */
export { EnglishScreen as Component } from '#features/english/components/EnglishScreen.tsx';
