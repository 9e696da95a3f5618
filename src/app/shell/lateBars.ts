/** Bars and other parts of the shell that no first screen waits for (useLateBars.ts). */
export { UpdateBar } from '#features/pwa/components/UpdateBar.tsx';
export { sendGuestLetters } from '#features/support/startPost.ts';
export { SavingBar } from '#shared/ui/SavingBar.tsx';
export { UndoBar } from '#shared/ui/UndoBar.tsx';
export { StatusStrip } from './StatusStrip.tsx';
