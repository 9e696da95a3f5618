/** `/test`: whether a mock exam can be taken on this device, for everybody (product.md 2.2.A, 4.8). */
export { RehearsalScreen as Component } from '#features/rehearsal/components/RehearsalScreen.tsx';
