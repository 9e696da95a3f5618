import type { Dashboard, Watch } from '#contracts/study.ts';
import { dayKey } from '#shared/lib/text/format.ts';

/** Path of the dashboard (product.md 3.4). */
export const dashboardPath = '/api/lms/dashboard/';
/** Name of what this feature keeps up to date. */
export const dashboardQueryKey = ['dashboard'] as const;
/** Key of its stored answer. */
export const dashboardKey = 'dashboard';

/** Where to go on: the lesson, its course and the place in the video. */
export type Resume = Pick<Watch, 'lesson' | 'lesson_name' | 'position' | 'duration' | 'is_completed'> & {
  course: { id: string; name: string; thumbnail: string | null };
  inventory: string;
  /** Epoch ms of the last watching; 0 when unknown. */
  seenAt: number;
};

/** A watch as something to go on with; `null` when it is finished or there is no course to open it in. */
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
 * What the card 「続きから」 shows: the newest of what the server says and what was watched on this device since, so
 * that it is right offline too.
 */
export function chooseResume(server: Resume | null, device: readonly Resume[]): Resume | null {
  return device.reduce<Resume | null>(
    (best, one) => (best === null || one.seenAt > best.seenAt ? one : best),
    server,
  );
}

/** One bar of the week. `share` is its height, 0 to 1 of the longest day. */
export type WeekBar = { date: string; weekday: string; minutes: number; share: number; isToday: boolean };

const weekdays = ['日', '月', '火', '水', '木', '金', '土'] as const;

/** The bars of the last seven days, oldest first; days the server does not name are empty. `now`: epoch ms. */
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

/** A word of welcome by the hour of the device. */
export function greetingOf(now: number): 'morning' | 'day' | 'evening' {
  const hour = new Date(now).getHours();
  if (hour >= 4 && hour < 11) return 'morning';
  return hour >= 11 && hour < 18 ? 'day' : 'evening';
}
