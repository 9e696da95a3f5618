/**
 * Seconds a `Retry-After` header asks to wait: a number, or the moment until then (RFC 9110 10.2.3). `undefined`:
 * none, or unreadable. Our own retry ignores it (session.md 10.8); the outbox obeys it.
 *
 * @param at the present, epoch ms.
 */
export function retryAfterSeconds(header: string | null, at: number): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  if (/^\d+$/.test(header.trim())) return Number(header);
  const until = Date.parse(header);
  return Number.isNaN(until) ? undefined : Math.max(0, Math.ceil((until - at) / 1000));
}
