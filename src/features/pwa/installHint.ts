import type { UserDb } from '#shared/lib/db/schema.ts';
import { now } from '#shared/lib/time/clock.ts';
import type { Platform } from './platform.ts';

const dismissedKey = 'konomanavi.install.dismissed';
/** After 「閉じる」 the hint stays away, ms. */
const dismissedForMs = 30 * 24 * 60 * 60 * 1000;

/** Puts the hint away for a month. */
export function dismissHint(): void {
  try {
    localStorage.setItem(dismissedKey, String(now()));
  } catch {
    // Storage is blocked: the hint comes back at the next start.
  }
}

/** Whether the hint was put away less than a month ago. */
export function isHintDismissed(): boolean {
  try {
    return now() - Number(localStorage.getItem(dismissedKey) ?? 0) < dismissedForMs;
  } catch {
    return false;
  }
}

/**
 * Whether the app has been of use to the learner: something is marked or kept, or a lesson is finished. Before that
 * nobody wants it on their home screen.
 */
export async function hasBenefit(db: UserDb): Promise<boolean> {
  const counts = await Promise.all([
    db.bookmarks.limit(1).count(),
    db.favorites.limit(1).count(),
    db.downloads.where('state').equals('ready').limit(1).count(),
    db.watches
      .filter((row) => row.value.is_completed)
      .limit(1)
      .count(),
  ]);
  return counts.some((count) => count > 0);
}

/** Where the hint is worth showing: the browser offers it, or a phone on which it is done by hand. */
export function isWorthAHint(platform: Platform, isOffered: boolean): boolean {
  if (platform === 'installed') return false;
  return isOffered || platform.startsWith('ios-') || platform.startsWith('android-');
}
