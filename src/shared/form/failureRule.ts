import { HttpError, isAbort, isTimeout, MaintenanceError, OfflineError } from '#shared/lib/errors.ts';

/** Texts for each way in which a call can fail. Different ways may have the same text. */
export type FailureWords = {
  timeout: string;
  offline: string;
  captive: string;
  maintenance: string;
  /**
   * Too many calls. `wait`: seconds until the next one, `null` if the server does not say. If it answers `null`, the
   * failure is treated as any other refusal.
   */
  rate: (wait: number | null, isCrowded: boolean) => string | null;
  /** `requestId`: the server's number of the request, empty without an answer. */
  server: (requestId: string) => string;
  /** For a refusal of the server; if it answers `undefined`, `server` is used. */
  refused: (error: HttpError) => string | undefined;
};

/** Describes a failed call; every form checks the cases in this same order (product.md V15 to V19). */
export function describeWith(words: FailureWords, error: unknown): string {
  if (isTimeout(error) || isAbort(error)) return words.timeout;
  if (error instanceof OfflineError) return error.reason === 'captive' ? words.captive : words.offline;
  if (error instanceof MaintenanceError) return words.maintenance;
  if (!(error instanceof HttpError)) return words.server('');
  const { status, requestId } = error;
  const wait = status === 429 && words.rate(error.retryAfter, error.code === 'busy');
  return wait || (status < 500 && words.refused(error)) || words.server(requestId);
}
