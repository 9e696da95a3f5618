import type { Dashboard, Watch } from '#contracts/study.ts';
import { dayKey } from '#shared/lib/text/format.ts';

/** Path of the dashboard (product.md 3.4). */
export const dashboardPath = '/api/lms/dashboard/';
/** Query key of this feature. */
export const dashboardQueryKey = ['dashboard'] as const;
/** Key of its stored answer. */
export const dashboardKey = 'dashboard';

/** Where to continue: the lesson, its course and the position in the video. */
export type Resume = Pick<Watch, 'lesson' | 'lesson_name' | 'position' | 'duration' | 'is_completed'> & {
  course: { id: string; name: string; thumbnail: string | null };
  inventory: string;
  /** Time of the last watching, epoch ms; 0 when unknown. */
  seenAt: number;
};

/** Turns a watch into something to continue with; `null` if it is finished or has no course to open it in. */
export function resumeOf(watch: Watch | null, seenAt: string | null): Resume | null {
  if (!watch || watch.is_completed || !watch.course || watch.inventory === null) return null;
  const { lesson, lesson_name, position, duration, is_completed, course, inventory } = watch;
  return {
    lesson,
    lesson_name,
    position,
    duration,
    is_completed,
    course,
    inventory,
    seenAt: Date.parse(seenAt ?? '') || 0,
  };
}

/**
 * The content of the card 「続きから」: the newest of what the server says and what was watched on this device since. So it
 * is also right offline.
 */
export function chooseResume(server: Resume | null, device: readonly Resume[]): Resume | null {
  return device.reduce<Resume | null>(
    (best, one) => (best === null || one.seenAt > best.seenAt ? one : best),
    server,
  );
}

/** One bar of the week. `share` is its height, as a share (0 to 1) of the longest day. */
export type WeekBar = { date: string; weekday: string; minutes: number; share: number; isToday: boolean };

const weekdays = ['日', '月', '火', '水', '木', '金', '土'] as const;

/** The bars of the last seven days, oldest first; days without data are empty. `now`: epoch ms. */
export function weekBars(days: Dashboard['week']['days'], now: number): WeekBar[] {
  const minutesOf = new Map(days.map((day) => [day.date, day.minutes]));
  const dates = Array.from({ length: 7 }, (_, place) => {
    const date = new Date(now);
    date.setDate(date.getDate() - (6 - place));
    return date;
  });
  const longest = Math.max(1, ...dates.map((date) => minutesOf.get(dayKey(date.getTime())) ?? 0));
  return dates.map((date, place) => {
    const key = dayKey(date.getTime());
    const minutes = minutesOf.get(key) ?? 0;
    return {
      date: key,
      weekday: weekdays[date.getDay()] ?? '',
      minutes,
      share: minutes / longest,
      isToday: place === 6,
    };
  });
}

/** A greeting for the current hour of the device. */
export function greetingOf(now: number): 'morning' | 'day' | 'evening' {
  const hour = new Date(now).getHours();
  if (hour >= 4 && hour < 11) return 'morning';
  return hour >= 11 && hour < 18 ? 'day' : 'evening';
}
