import { HttpError, isAbort, isTimeout, MaintenanceError, OfflineError } from '#shared/lib/errors.ts';

/** Words for each way in which a call fails. What a form need not tell apart may have the same words. */
export type FailureWords = {
  timeout: string;
  offline: string;
  captive: string;
  maintenance: string;
  /** Too many calls. `wait`: s until the next one, `null` when the server does not say. `null`: as any other refusal. */
  rate: (wait: number | null, isCrowded: boolean) => string | null;
  /** `requestId`: as the server noted it, empty when there was no answer. */
  server: (requestId: string) => string;
  /** What the server refused; `server` when there are no words. */
  refused: (error: HttpError) => string | undefined;
};

/** What to tell about a call that failed: the one order in which every form looks at it (product.md V15 to V19). */
export function describeWith(words: FailureWords, error: unknown): string {
  if (isTimeout(error) || isAbort(error)) return words.timeout;
  if (error instanceof OfflineError) return error.reason === 'captive' ? words.captive : words.offline;
  if (error instanceof MaintenanceError) return words.maintenance;
  if (!(error instanceof HttpError)) return words.server('');
  const { status, requestId } = error;
  const wait = status === 429 && words.rate(error.retryAfter, error.code === 'busy');
  return wait || (status < 500 && words.refused(error)) || words.server(requestId);
}
