/** What the shell carries for a learner, in one chunk that no guest downloads (toolsSlot.ts). */
export { MemberTools as Tools } from './MemberTools.tsx';
export { MorePlaces as Places } from './MorePlaces.tsx';
