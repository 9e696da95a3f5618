/**
 * Prefix of the stored keys of members about buying (keptAnswers.ts, glance.ts), and of the room of late parts on home
 * (shared/ui/keptRoom.ts).
 */
export const keptPrefix = 'kept.';

/** Start of the keys of one person. Dots of the id are encoded too: nobody's start is that of somebody else. */
export function keptStartOf(userId: string): string {
  return `${keptPrefix}${encodeURIComponent(userId).replaceAll('.', '%2E')}.`;
}
