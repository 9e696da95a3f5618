import { session } from '#shared/lib/account/session.ts';
import { unreadNotices } from '#shared/lib/mirror/unreadNotices.ts';

/** The part of the browser that puts a number on the app's icon; installed apps only, and not everywhere. */
type Badge = {
  setAppBadge?: (count: number) => Promise<void>;
  clearAppBadge?: () => Promise<void>;
};

function show(count: number): void {
  const { setAppBadge, clearAppBadge } = navigator as Badge;
  const work = count > 0 ? setAppBadge?.call(navigator, count) : clearAppBadge?.call(navigator);
  work?.catch(() => {
    // The system does not want badges; the bell in the header says the same.
  });
}

/** Keeps the number on the app's icon at the notices not read. Returns how to stop; the number then goes. */
export function followBadge(): () => void {
  const look = () => show(unreadNotices.get() ?? session.getSnapshot().user?.unread_count ?? 0);
  look();
  const stops = [unreadNotices.subscribe(look), session.subscribe(look)];
  return () => {
    for (const stop of stops) stop();
    clearBadge();
  };
}

/** Takes the number off the icon: nobody is logged in (offline.md 3.45, 3.85). */
export function clearBadge(): void {
  show(0);
}
