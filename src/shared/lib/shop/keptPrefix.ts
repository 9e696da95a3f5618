/**
 * Prefix of the stored keys of members about buying (keptAnswers.ts, glance.ts), and of the room of late parts on home
 * (shared/ui/keptRoom.ts).
 */
export const keptPrefix = 'kept.';

/** Key prefix of one person. Dots in the id are encoded, so that no prefix is the beginning of another. */
export function keptStartOf(userId: string): string {
  return `${keptPrefix}${encodeURIComponent(userId).replaceAll('.', '%2E')}.`;
}
