import { japanMs } from '../times.ts';

const clockTime = /^([01]?\d|2[0-3]):([0-5]\d)$/;
const localTime = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2})?$/;
const japan = '+09:00';
const day = 86_400_000;

/**
 * Reads a time that an operator typed: `HH:MM` (the next such time in Japan), `YYYY-MM-DD HH:MM` (in Japan) or ISO 8601
 * with offset. Answers ISO 8601 in UTC, or `null` when it has none of these forms.
 */
export function readTime(text: string, now: number): string | null {
  const clock = clockTime.exec(text);
  if (clock) {
    const today = new Date(now + japanMs).toISOString().slice(0, 10);
    const at = Date.parse(`${today}T${(clock[1] ?? '').padStart(2, '0')}:${clock[2]}:00${japan}`);
    return new Date(at > now ? at : at + day).toISOString();
  }
  const full = localTime.test(text) ? `${text.replace(' ', 'T')}${japan}` : text;
  if (!/^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:?\d{2})$/.test(full)) return null;
  const [at, midnight] = [Date.parse(full), Date.parse(full.slice(0, 10))];
  if (Number.isNaN(at) || Number.isNaN(midnight)) return null;
  // The 30th of February would be read as the 2nd of March.
  const isDay = new Date(midnight).toISOString().startsWith(full.slice(0, 10));
  return isDay ? new Date(at).toISOString() : null;
}

const words = new Intl.DateTimeFormat('ja-JP', {
  timeZone: 'Asia/Tokyo',
  month: 'long',
  day: 'numeric',
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

/** A time for the operator, in Japan: 4月10日(金) 13:30. */
export function sayTime(iso: string): string {
  return words.format(new Date(iso));
}
