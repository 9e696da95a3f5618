import type { UserDb } from '#shared/lib/db/schema.ts';
import { now } from '#shared/lib/time/clock.ts';
import type { Platform } from './platform.ts';

const dismissedKey = 'konomanavi.install.dismissed';
/** How long the hint stays away after 「閉じる」, ms. */
const dismissedForMs = 30 * 24 * 60 * 60 * 1000;

/** Hides the hint for a month. */
export function dismissHint(): void {
  try {
    localStorage.setItem(dismissedKey, String(now()));
  } catch {
    // Storage is blocked: the hint comes back at the next start.
  }
}

/** Whether the hint was closed less than a month ago. */
export function isHintDismissed(): boolean {
  try {
    return now() - Number(localStorage.getItem(dismissedKey) ?? 0) < dismissedForMs;
  } catch {
    return false;
  }
}

/**
 * Whether the app has already been useful to the learner: a bookmark or favorite, a kept lesson, or a finished lesson.
 * Before that nobody wants it on their home screen.
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

/**
 * Where the hint is worth showing: the browser offers installation, or it is a phone on which the learner can install
 * by hand.
 */
export function isWorthAHint(platform: Platform, isOffered: boolean): boolean {
  if (platform === 'installed') return false;
  return isOffered || platform.startsWith('ios-') || platform.startsWith('android-');
}
