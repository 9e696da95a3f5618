/** `/konomoshi`. */
export { KonomoshiView as Component } from '#features/site/views/KonomoshiView.tsx';
