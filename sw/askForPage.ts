/** How a page is asked for. `credentials`: none for a page that is kept, so that nothing in it is one visitor's. */
type Asking = { patienceMs: number; credentials?: 'omit' | 'same-origin' };

/**
 * The server's answer to a page's address as soon as it begins: its body is still on its way. `null`: nothing has come
 * within the time.
 */
export async function askForPage(
  address: string,
  { patienceMs, credentials = 'same-origin' }: Asking,
): Promise<Response | null> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), patienceMs);
  try {
    return await fetch(address, {
      credentials,
      // Else the server takes this for a script that asks.
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
