/** What the status strip has to say; `count` is the number of unsent changes. `null`: nothing, no strip. */
export type StripState = {
  kind: 'offline' | 'captive' | 'maintenance' | 'unsent' | 'sent';
  count: number;
} | null;

/** What the shell knows about connection and queue. */
export type StripFacts = {
  connection: 'online' | 'offline' | 'captive' | 'maintenance';
  waiting: number;
  /** Changes have been waiting long enough to be worth a word. */
  isLate: boolean;
  /** What was announced as waiting has just been sent. */
  isJustSent: boolean;
};

/**
 * Chooses the one message of the strip (product.md 2.0.1): first what keeps the learner from the server, with
 * what waits for it; then work that waits although the line works; last the good news. A change that is sent within
 * moments is never mentioned.
 */
export function stripState({ connection, waiting, isLate, isJustSent }: StripFacts): StripState {
  if (connection !== 'online') return { kind: connection, count: waiting };
  if (waiting > 0) return isLate ? { kind: 'unsent', count: waiting } : null;
  return isJustSent ? { kind: 'sent', count: 0 } : null;
}
