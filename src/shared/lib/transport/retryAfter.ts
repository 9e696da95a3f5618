/**
 * Seconds that a `Retry-After` header asks to wait: a number or a date (RFC 9110 10.2.3). `undefined`: it is missing or
 * unreadable. Our own retry ignores it (session.md 10.8); the outbox obeys it.
 *
 * @param at the current time, epoch ms.
 */
export function retryAfterSeconds(header: string | null, at: number): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  if (/^\d+$/.test(header.trim())) return Number(header);
  const until = Date.parse(header);
  return Number.isNaN(until) ? undefined : Math.max(0, Math.ceil((until - at) / 1000));
}
