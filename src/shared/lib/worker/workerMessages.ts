/** Messages from a page to the worker. An answer, if there is one, comes through the port in the message. */
export type PageMessage =
  /** The learner wants the new version now: stop waiting (Workbox's name for it). */
  | { type: 'SKIP_WAITING' }
  /** From the newer worker, which wants to take over: end work that can wait. */
  | { type: 'make-way' }
  /** The page was opening while the worker became active, so its claim missed it: claim once more. */
  | { type: 'claim' }
  /** The page is idle and prefetching is allowed: fetch the rest of the app. Answer: `WarmAnswer`. */
  | { type: 'warm' }
  /**
   * A page is shown that the worker did not deliver, and prefetching is allowed: keep it if it is of a kind that is
   * kept.
   */
  | { type: 'seen'; path: string }
  /** Is every file of the app on the device? Nothing is fetched. Answer: `WarmAnswer`. */
  | { type: 'check-app' };

/** Messages from the worker to a page. */
export type WorkerMessage =
  /** Which build does the page run? Answer through the port: `BuildAnswer`. */
  | { type: 'which-build' }
  /** The network is back: send what waits. */
  | { type: 'outbox' }
  /** A piece of a kept file is missing or truncated. */
  | { type: 'hole'; file: string; etag: string; piece: number }
  /** A notification was tapped: navigate there, and answer anything through the port. */
  | { type: 'open'; path: string }
  /** A push has come: fetch what it announces. */
  | { type: 'pushed' }
  /** The browser has replaced the push subscription: tell the server. */
  | { type: 'push-changed' };

/** `missing` 0: every file of the app is on the device. */
export type WarmAnswer = { build: string; missing: number };
export type BuildAnswer = { build: string };
