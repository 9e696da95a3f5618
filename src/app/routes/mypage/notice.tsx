/** `/mypage/notice`: the notices for members. */
export { NoticeScreen as Component } from '#features/notice/components/NoticeScreen.tsx';
