import { HttpError, isAbort, isTimeout, MaintenanceError, OfflineError } from '#shared/lib/errors.ts';
import { formTexts } from './texts.ts';

const { failure: texts, wait } = formTexts;

/** A wait in words; the limits of mails run a whole day. */
export function waitWords(seconds: number): string {
  if (seconds <= 90) return wait.seconds(Math.ceil(seconds));
  if (seconds <= 90 * 60) return wait.minutes(Math.ceil(seconds / 60));
  return wait.hours(Math.ceil(seconds / 3600));
}

/** What to tell about a call that failed: what happened, that nothing is lost, what to do (product.md V15 to V19). */
export function describeFailure(error: unknown): string {
  if (isTimeout(error) || isAbort(error)) return texts.timeout;
  if (error instanceof OfflineError) return error.reason === 'captive' ? texts.captive : texts.offline;
  if (error instanceof MaintenanceError) return texts.maintenance;
  if (!(error instanceof HttpError)) return texts.server('');
  if (error.status === 429 && error.retryAfter) {
    const words = error.code === 'busy' ? texts.crowded : texts.rate;
    return words(waitWords(error.retryAfter));
  }
  if (error.status >= 500 || !error.detail) return texts.server(error.requestId);
  return error.detail;
}
