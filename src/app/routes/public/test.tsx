/** `/test`: checks whether this device is suitable for a mock exam, for everybody (product.md 2.2.A, 4.8). */
export { RehearsalScreen as Component } from '#features/rehearsal/components/RehearsalScreen.tsx';
