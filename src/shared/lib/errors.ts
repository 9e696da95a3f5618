import type { Failure } from '#contracts/failure.ts';

/** Exact wording of specification.md 8, "Both tokens expired". */
export const sessionEndedMessage = 'Both token and refresh token have expired. Your request was aborted.';

/** Content of an error answer. */
type Refusal = { status: number; data: unknown; failure: Failure; call: string };

/** The server answered with an error status. `data` is the body as it came; `detail` is Japanese text to show. */
export class HttpError extends Error {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly requestId: string;
  readonly fields: Record<string, string[]>;
  /** Seconds until the same call may be repeated, if the server said so. */
  readonly retryAfter: number | null;
  readonly data: unknown;

  constructor({ status, data, failure, call }: Refusal) {
    super(`${call}: ${status}`);
    this.name = 'HttpError';
    this.status = status;
    this.code = failure.code;
    this.detail = failure.detail;
    this.requestId = failure.request_id;
    this.fields = failure.fields ?? {};
    this.retryAfter = failure.retry_after ?? null;
    this.data = data;
  }
}

/** 503: the service is closed for maintenance (session.md 11.3). */
export class MaintenanceError extends HttpError {
  constructor(refusal: Refusal) {
    super(refusal);
    this.name = 'MaintenanceError';
  }
}

/**
 * There was no usable answer: the network failed, or something else than our server answered (a Wi-Fi login page;
 * offline.md 3.35). The session continues.
 */
export class OfflineError extends Error {
  readonly reason: 'network' | 'captive';

  constructor(reason: 'network' | 'captive', cause?: unknown) {
    super(reason === 'network' ? 'No answer from the server.' : 'The answer is not JSON.', { cause });
    this.name = 'OfflineError';
    this.reason = reason;
  }
}

/** The answer is JSON, but does not match the contract. */
export class UnreadableAnswerError extends Error {
  constructor(call: string, cause?: unknown) {
    super(`${call}: the answer does not have the expected form`, { cause });
    this.name = 'UnreadableAnswerError';
  }
}

/** Access and refresh token are gone, so the call was not sent (session.md 11.1). */
export class SessionEndedError extends Error {
  constructor() {
    super(sessionEndedMessage);
    this.name = 'SessionEndedError';
  }
}

/** An address that is refused before anything is sent or opened (session.md 10.4, 11.7). */
export class RefusedUrlError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RefusedUrlError';
  }
}

const timeouts = new WeakSet<object>();

/** The error of a cancelled call: its `name` is `AbortError` (specification.md 8). */
export function abortError(message = 'The request was aborted.'): DOMException {
  return new DOMException(message, 'AbortError');
}

/** The error of a call that took longer than its limit: an `AbortError` too (session.md 10.7). */
export function timeoutError(): DOMException {
  const error = abortError('The request took too long and was aborted.');
  timeouts.add(error);
  return error;
}

/** Whether a call was cancelled, by its caller or by the time limit. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** Whether a call was cancelled by the time limit. */
export function isTimeout(error: unknown): boolean {
  return typeof error === 'object' && error !== null && timeouts.has(error);
}

/** Whether the requested thing does not exist. A page throws such an error of its main resource while rendering. */
export function isNotFound(error: unknown): boolean {
  return error instanceof HttpError && error.status === 404;
}

/** Whether stored data may be shown instead: no answer, time limit, maintenance (session.md 15.1). */
export function isOutage(error: unknown): boolean {
  return error instanceof OfflineError || error instanceof MaintenanceError || isTimeout(error);
}
