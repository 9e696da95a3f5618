import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { FailureCode } from '#contracts/failure.ts';

export type ErrorStatus = Extract<
  ContentfulStatusCode,
  400 | 401 | 402 | 403 | 404 | 405 | 409 | 410 | 412 | 413 | 415 | 422 | 423 | 429 | 500 | 503 | 504
>;

export type ErrorExtra = {
  /** Messages per input field. */
  fields?: Record<string, string[]>;
  /** Whole seconds until the same call may be tried again; also sent as `Retry-After`. */
  retry_after?: number;
  /** Further fields of the answer's body, for example both versions of a note (contracts noteConflictSchema). */
  data?: Record<string, unknown>;
};

/** A refusal that is answered as `{code, detail, fields?, request_id, retry_after?}` (product.md 3.1). */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: ErrorStatus;
  readonly code: FailureCode;
  /** Japanese sentence that can be shown as it is. */
  readonly detail: string;
  readonly extra: ErrorExtra;

  constructor(status: ErrorStatus, code: FailureCode, detail: string, extra: ErrorExtra = {}) {
    super(`${status} ${code}`);
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.extra = extra;
  }
}

/** 404 for an object that does not exist or is not the caller's: both look the same. */
export function notFound(detail = 'お探しの内容は見つかりませんでした。'): ApiError {
  return new ApiError(404, 'not_found', detail);
}

/** 401: the session is over; the app ends it and asks for a new login (session.md 11.2). */
export function unauthorized(): ApiError {
  return new ApiError(401, 'unauthorized', 'ログインの有効期限が切れました。もう一度ログインしてください。');
}

/** 429 with the wording V15 of product.md 2.0. `seconds` is rounded up and at least 1. */
export function rateLimited(seconds: number): ApiError {
  const wait = Math.max(1, Math.ceil(seconds));
  return new ApiError(429, 'rate', `操作が続けて行われました。${wait}秒後にもう一度お試しください。`, {
    retry_after: wait,
  });
}

/** 400 with messages per field. */
export function invalid(fields: Record<string, string[]>, detail = '入力内容を確認してください。'): ApiError {
  return new ApiError(400, 'validation', detail, { fields });
}
