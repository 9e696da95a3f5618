/** The message of the status strip; `count` is the number of unsent changes. `null`: no message, no strip. */
export type StripState = {
  kind: 'offline' | 'captive' | 'maintenance' | 'unsent' | 'sent';
  count: number;
} | null;

/** What the shell knows about connection and queue. */
export type StripFacts = {
  connection: 'online' | 'offline' | 'captive' | 'maintenance';
  waiting: number;
  /** Changes have been waiting long enough to be mentioned. */
  isLate: boolean;
  /** Changes that were shown as waiting have just been sent. */
  isJustSent: boolean;
};

/**
 * Chooses the one message of the strip (product.md 2.0.1): first what separates the learner from the server, with the
 * waiting changes; then waiting changes although the line works; last the success message. A change that is sent within
 * moments is never mentioned.
 */
export function stripState({ connection, waiting, isLate, isJustSent }: StripFacts): StripState {
  if (connection !== 'online') return { kind: connection, count: waiting };
  if (waiting > 0) return isLate ? { kind: 'unsent', count: waiting } : null;
  return isJustSent ? { kind: 'sent', count: 0 } : null;
}
