/** `/mypage/bookmark`: the bookmarked courses. */
export { BookmarkScreen as Component } from '#features/bookmark/components/BookmarkScreen.tsx';
