/** `/about`. */
export { AboutView as Component } from '#features/site/views/AboutView.tsx';
