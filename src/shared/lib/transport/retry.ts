/** Methods of a call. */
export type Method = 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

const retried = new Set([408, 409, 425, 429, 500, 502, 503, 504]);

/** Whether a status says that the endpoint is well: not that the same call may succeed at another time. */
export function isSettled(status: number): boolean {
  return status < 500 && !retried.has(status);
}

/** Whether a method changes nothing, so that it may be repeated (session.md 1). */
export function isSafe(method: Method): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}

/** Whether a call that ended with this status is made once more, at once (specification.md 7). */
export function isRetried(method: Method, status: number): boolean {
  return isSafe(method) && retried.has(status);
}
