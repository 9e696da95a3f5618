/** Begins the names of everything about buying that the device keeps of members (keptAnswers.ts, glance.ts). */
export const keptPrefix = 'kept.';
