import { session } from '#shared/lib/account/session.ts';
import { unreadNotices } from '#shared/lib/mirror/unreadNotices.ts';

/** The browser API that puts a number on the app's icon; only for installed apps, and not in every browser. */
type Badge = {
  setAppBadge?: (count: number) => Promise<void>;
  clearAppBadge?: () => Promise<void>;
};

function show(count: number): void {
  const { setAppBadge, clearAppBadge } = navigator as Badge;
  const work = count > 0 ? setAppBadge?.call(navigator, count) : clearAppBadge?.call(navigator);
  work?.catch(() => {
    // The system allows no badges; the bell in the header shows the same number.
  });
}

/** Shows the number of unread notices on the app's icon. Returns how to stop, which also removes the number. */
export function followBadge(): () => void {
  const look = () => show(unreadNotices.get() ?? session.getSnapshot().user?.unread_count ?? 0);
  look();
  const stops = [unreadNotices.subscribe(look), session.subscribe(look)];
  return () => {
    for (const stop of stops) stop();
    clearBadge();
  };
}

/** Removes the number from the icon: nobody is logged in (offline.md 3.45, 3.85). */
export function clearBadge(): void {
  show(0);
}
