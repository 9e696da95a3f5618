/** `/student`. */
export { StudentView as Component } from '#features/site/views/StudentView.tsx';
