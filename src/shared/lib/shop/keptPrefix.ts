/** Prefix of all stored keys of members about buying (keptAnswers.ts, glance.ts). */
export const keptPrefix = 'kept.';
