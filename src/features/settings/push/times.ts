/** Every half hour of the day, in order, and the given time if it is another one. `HH:MM`. */
export function timesOfDay(given: string): string[] {
  const halves = Array.from({ length: 48 }, (_, half) => {
    const hour = String(Math.floor(half / 2)).padStart(2, '0');
    return `${hour}:${half % 2 === 0 ? '00' : '30'}`;
  });
  return [...new Set([...halves, given])].sort();
}

/** A time in its usual form: `7:00`. */
export function timeLabel(time: string): string {
  return time.replace(/^0(?=\d)/, '');
}
