/**
 * How to request a page. `credentials`: `omit` for a page that is kept, so that it has no personal content. `cache`:
 * `no-cache` asks the server for what holds today, also where it would answer from a cache of its own.
 */
type Asking = { patienceMs: number; credentials?: 'omit' | 'same-origin'; cache?: 'no-cache' };

/**
 * The server's answer to a page's address, as soon as its headers are here; the body may still be coming. `null`: no
 * answer within the time.
 */
export async function askForPage(
  address: string,
  { patienceMs, credentials = 'same-origin', cache }: Asking,
): Promise<Response | null> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), patienceMs);
  try {
    return await fetch(address, {
      credentials,
      ...(cache && { cache }),
      // Otherwise the server takes this for a call by a script.
      headers: { Accept: 'text/html' },
      redirect: 'manual',
      signal: stop.signal,
    });
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
