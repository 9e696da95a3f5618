/** When a learner may be disturbed (product.md 1.2, 3.9.15). Pure; times of the day are those of Japan. */

/** What a learner chose, `HH:MM`; missing fields have their default. */
export type PushHours = { quiet_from?: string | undefined; quiet_to?: string | undefined };

/** Defaults of the choices. */
export const defaultHours = { quiet_from: '22:00', quiet_to: '07:00', remind_at: '19:00' } as const;

/** Grades of people who may be reminded at night; without a grade somebody counts as under 18. */
const grownUp = new Set(['graduate', 'adult', 'guardian']);
/** No study reminder for under-18 in these hours, whatever they chose (product.md 3.9.15). */
const night = { from: '22:00', to: '05:00' } as const;

const minutesOfDay = 24 * 60;
const minute = 60_000;
const clockFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Tokyo',
  hour: '2-digit',
  minute: '2-digit',
});

function minutes(text: string): number {
  const [hour = 0, rest = 0] = text.split(':').map(Number);
  return hour * 60 + rest;
}

/** Minute of the day in Japan. */
export function minuteOfDay(at: number): number {
  return minutes(clockFormat.format(at));
}

/** Whole minutes left of the hours from `from` to `to`, which may span midnight; 0 outside. Equal times mean: never. */
function minutesLeft(at: number, from: string, to: string): number {
  const length = (minutes(to) - minutes(from) + minutesOfDay) % minutesOfDay;
  const gone = (minuteOfDay(at) - minutes(from) + minutesOfDay) % minutesOfDay;
  return gone < length ? length - gone : 0;
}

/** When the present quiet hours end, epoch ms; `null` when it is not quiet. */
export function quietUntil(at: number, hours: PushHours): number | null {
  const { quiet_from, quiet_to } = { ...defaultHours, ...hours };
  const left = minutesLeft(at, quiet_from, quiet_to);
  return left === 0 ? null : (Math.floor(at / minute) + left) * minute;
}

/** Whether a study reminder may be sent at a moment. */
export function mayRemind(at: number, hours: PushHours, grade: string | null): boolean {
  const isMinor = !grownUp.has(grade ?? '');
  return quietUntil(at, hours) === null && !(isMinor && minutesLeft(at, night.from, night.to) > 0);
}
