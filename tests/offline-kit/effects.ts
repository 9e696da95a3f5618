/** What a bad network does to a request. Sizes in bytes of the answer's body. */
export type Effect =
  /** Lie-fi: taken, never answered. The server does not see it. */
  | { kind: 'stall' }
  /** Status, headers and the first bytes arrive, then silence. */
  | { kind: 'stall-body'; after: number }
  /** The answer comes late. */
  | { kind: 'delay'; ms: number }
  /** Waits for `release` before the server sees it. */
  | { kind: 'hold-request' }
  /** The server has done its work, the answer waits for `release`. */
  | { kind: 'hold-answer' }
  /** Not compressed: status, headers and the first bytes arrive, the rest waits for `release`. */
  | { kind: 'hold-rest'; after: number }
  /** The answer's body trickles in. */
  | { kind: 'slow'; bytesPerSecond: number }
  /** The connection breaks after the first bytes. */
  | { kind: 'cut'; after: number }
  /**
   * Something else answers: a 503, a Wi-Fi login page. The server does not see the request. `isHeld`: the answer waits
   * for `release`.
   */
  | { kind: 'answer'; status: number; headers?: Record<string, string>; body: string; isHeld?: boolean }
  /** The connection breaks before the server sees the request. */
  | { kind: 'drop-request' }
  /** The server does its work, its answer gets lost. */
  | { kind: 'drop-answer' }
  /** The server gets the request twice; the first answer arrives. */
  | { kind: 'duplicate' };

/** Everywhere a login page of a Wi-Fi instead of what was asked for. */
export const captivePortal: Effect = {
  kind: 'answer',
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: '<!doctype html><title>Wi-Fi</title><h1>Please log in to this network</h1>',
};

/** A maintenance answer with a body. `isHeld` as in the effect. */
export function maintenanceAnswer(body: object, isHeld = false): Effect {
  return {
    isHeld,
    kind: 'answer',
    status: 503,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}
