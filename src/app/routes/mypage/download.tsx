/** `/mypage/download`: what is kept on this device. */
export { DownloadsScreen as Component } from '#features/download/components/DownloadsScreen.tsx';
