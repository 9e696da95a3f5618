/**
 * Built pages that a browser with static routes answers without starting the worker (sw/direct.ts): where most visits
 * begin. They are kept at install, so each costs every install its bytes.
 */
export const directPages = ['/', '/parent'];
