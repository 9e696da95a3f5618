import { HttpError } from '#shared/lib/errors.ts';
import { describeFailure } from '../failure.ts';

/**
 * Describes a failed call that was about a card. While cards are locked after too many refusals, the server's message
 * names the hour and, where there are any, the other ways to pay; a form alone would only say how long to wait
 * (money.md 6).
 */
export function describeCardFailure(error: unknown): string {
  const isLocked = error instanceof HttpError && error.code === 'card_locked' && error.detail !== '';
  return isLocked ? error.detail : describeFailure(error);
}
