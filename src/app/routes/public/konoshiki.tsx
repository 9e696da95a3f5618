/** `/konoshiki`. */
export { KonoshikiView as Component } from '#features/site/views/KonoshikiView.tsx';
