/** `/teacher`: the teachers, for everybody. */
export { TeachersScreen as Component } from '#features/catalogue/components/TeachersScreen.tsx';
