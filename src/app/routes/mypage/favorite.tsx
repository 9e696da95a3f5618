/** `/mypage/favorite`: the favorite lessons. */
export { FavoriteScreen as Component } from '#features/favorite/components/FavoriteScreen.tsx';
