/** Methods of a call. */
export type Method = 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

const retried = new Set([408, 409, 425, 429, 500, 502, 503, 504]);

/** Whether a status shows that the endpoint works, so that a retry later would give the same result. */
export function isSettled(status: number): boolean {
  return status < 500 && !retried.has(status);
}

/** Whether a method changes nothing, so that it may be repeated (session.md 1). */
export function isSafe(method: Method): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}

/** Whether a call with this status is repeated once, at once (specification.md 7). */
export function isRetried(method: Method, status: number): boolean {
  return isSafe(method) && retried.has(status);
}
