/**
 * A call of the test itself, over a connection of its own: one kept from an earlier call may be closed by the other side
 * at the moment it is used again, above all where servers and networks of tests come and go.
 */
export function freshFetch(url: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set('connection', 'close');
  return fetch(url, { ...init, headers });
}
