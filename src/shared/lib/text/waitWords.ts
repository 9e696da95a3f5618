/** A waiting time of `seconds` in words, as 「42秒後」; the limits of mails last up to a day. */
export function waitWords(seconds: number): string {
  if (seconds <= 90) return `${Math.ceil(seconds)}秒後`;
  if (seconds <= 90 * 60) return `${Math.ceil(seconds / 60)}分後`;
  return `${Math.ceil(seconds / 3600)}時間後`;
}
