/** What a page tells the worker. An answer, where there is one, comes through the port that was sent along. */
export type PageMessage =
  /** The learner wants the new version now: stop waiting (the name that Workbox gave it). */
  | { type: 'SKIP_WAITING' }
  /** From the newer worker, which wants to take over: end what can wait. */
  | { type: 'make-way' }
  /** The page was opening while the worker became active, so its claim missed it: claim once more. */
  | { type: 'claim' }
  /** The page is idle and the line is not to be spared: fetch the rest of the app. Answer: `WarmAnswer`. */
  | { type: 'warm' }
  /** A page stands that the worker has not brought, and the line is not to be spared: keep it, if it is one to keep. */
  | { type: 'seen'; path: string }
  /** Is every file of the app on the device? Nothing is fetched. Answer: `WarmAnswer`. */
  | { type: 'check-app' };

/** What the worker tells a page. */
export type WorkerMessage =
  /** Which build does the page run? Answer through the port: `BuildAnswer`. */
  | { type: 'which-build' }
  /** The network is back: send what waits. */
  | { type: 'outbox' }
  /** A piece of a kept file is missing or cut. */
  | { type: 'hole'; file: string; etag: string; piece: number }
  /** A notification was tapped: go there, and answer anything through the port. */
  | { type: 'open'; path: string }
  /** A push has come: what it is about can be fetched. */
  | { type: 'pushed' }
  /** The browser has replaced the push subscription: tell the server. */
  | { type: 'push-changed' };

/** `missing` 0: every file of the app is on the device. */
export type WarmAnswer = { build: string; missing: number };
export type BuildAnswer = { build: string };
